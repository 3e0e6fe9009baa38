// The scene view, what is dragged into it, and levels of detail.
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityTest;

namespace UnityEngine
{
    public enum EventType { MouseDrag = 3, Repaint = 7, DragUpdated = 9, DragPerform = 10, Used = 12 }

    public sealed class Event
    {
        public static Event current { get; internal set; } = new Event { type = EventType.Repaint };
        public EventType type { get; internal set; }
        public Vector2 mousePosition { get; internal set; }
        public void Use() { Rules.OnMain(); type = EventType.Used; }
    }

    public struct Ray
    {
        public Vector3 origin, direction;
        public Vector3 GetPoint(float distance)
        {
            return new Vector3(origin.x + direction.x * distance, origin.y + direction.y * distance, origin.z + direction.z * distance);
        }
    }

    public struct LOD
    {
        public float screenRelativeTransitionHeight;
        public Renderer[] renderers;
        public LOD(float height, Renderer[] renderers) { screenRelativeTransitionHeight = height; this.renderers = renderers; }

        public override string ToString()
        {
            var shown = renderers.Select(one => one.transform.parent.gameObject).Select(one => one.name + " of " + one.Source.AssetPath.Split(new[] { '/' }, 4)[3]);
            return screenRelativeTransitionHeight.ToString("0.000") + ": " + string.Join(", ", shown.ToArray());
        }
    }

    public sealed class LODGroup : Component
    {
        internal LOD[] Levels = new LOD[0];

        public void SetLODs(LOD[] levels)
        {
            Rules.OnMain();
            for (var at = 1; at < levels.Length; at++)
                if (levels[at].screenRelativeTransitionHeight >= levels[at - 1].screenRelativeTransitionHeight) Rules.Break("SetLODs: each level must be shown smaller than the one before.");
            Levels = levels;
        }

        public void RecalculateBounds() { Rules.OnMain(); }
    }
}

namespace UnityEditor
{
    public enum DragAndDropVisualMode { None, Copy, Rejected = 32 }

    public static class DragAndDrop
    {
        static readonly Dictionary<string, object> data = new Dictionary<string, object>();
        internal static bool IsUnderWay, IsTaken;
        public static UnityEngine.Object[] objectReferences { get; set; }
        public static DragAndDropVisualMode visualMode { get; set; }
        public static void PrepareStartDrag() { Rules.OnMain(); data.Clear(); }
        public static void SetGenericData(string type, object value) { data[type] = value; }
        public static object GetGenericData(string type) { return data.TryGetValue(type, out var found) ? found : null; }
        public static void AcceptDrag() { IsTaken = true; }

        public static void StartDrag(string title)
        {
            if (UnityEngine.Event.current.type != UnityEngine.EventType.MouseDrag) throw Rules.Break("Drags can only be started from MouseDown or MouseDrag events.");
            IsUnderWay = true;
        }
    }

    /// <summary>A camera 10 m above the floor that looks straight down: a pixel is a metre.</summary>
    public sealed class SceneView : EditorWindow
    {
        public static event Action<SceneView> duringSceneGui;
        public UnityEngine.Vector3 pivot { get { return new UnityEngine.Vector3(7, 7, 7); } }

        /// <summary>Drags the first place of the window to a point of the scene; above the horizon when it is below zero.</summary>
        internal static void DragTo(float x, float y)
        {
            var before = UnityEngine.Event.current;
            UnityEngine.Event.current = new UnityEngine.Event { type = UnityEngine.EventType.MouseDrag, mousePosition = new UnityEngine.Vector2(5, 5) };
            Gui.Draw(Shown, null);
            if (!DragAndDrop.IsUnderWay) throw new InvalidOperationException("Nothing can be dragged.");
            foreach (var type in new[] { UnityEngine.EventType.DragUpdated, UnityEngine.EventType.DragPerform })
            {
                UnityEngine.Event.current = new UnityEngine.Event { type = type, mousePosition = new UnityEngine.Vector2(x, y) };
                if (type == UnityEngine.EventType.DragUpdated || DragAndDrop.visualMode == DragAndDropVisualMode.Copy) duringSceneGui(new SceneView());
            }
            UnityEngine.Event.current = before;
            if (!DragAndDrop.IsTaken) throw new InvalidOperationException("The scene took nothing.");
        }
    }

    public static class HandleUtility
    {
        public static UnityEngine.Ray GUIPointToWorldRay(UnityEngine.Vector2 position)
        {
            return new UnityEngine.Ray { origin = new UnityEngine.Vector3(position.x, 10, position.y), direction = new UnityEngine.Vector3(0, position.x < 0 ? 1 : -1, 0) };
        }
    }
}

using System;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Lodestock.Online
{
    /// <summary>A model being dragged from the list into a scene view.</summary>
    [InitializeOnLoad]
    static class Drag
    {
        const string Key = "Lodestock.Model";

        /// <summary>The model's guid, and where it was dropped.</summary>
        internal static event Action<string, Vector3> Dropped;

        static Drag() { SceneView.duringSceneGui += Watch; }

        /// <summary>Lets a model be dragged from a rectangle of the window while it is drawn.</summary>
        internal static void Offer(Rect place, string guid, string title)
        {
            var now = Event.current;
            if (now.type != EventType.MouseDrag || !place.Contains(now.mousePosition)) return;
            DragAndDrop.PrepareStartDrag();
            DragAndDrop.objectReferences = new Object[0];
            DragAndDrop.SetGenericData(Key, guid);
            DragAndDrop.StartDrag(title);
            now.Use();
        }

        static void Watch(SceneView view)
        {
            var now = Event.current;
            if (now.type != EventType.DragUpdated && now.type != EventType.DragPerform) return;
            var guid = DragAndDrop.GetGenericData(Key) as string;
            if (guid == null || Dropped == null) return;
            DragAndDrop.visualMode = Work.IsBusy ? DragAndDropVisualMode.Rejected : DragAndDropVisualMode.Copy;
            if (now.type == EventType.DragPerform && !Work.IsBusy)
            {
                DragAndDrop.AcceptDrag();
                Dropped(guid, PointBelow(now.mousePosition, view));
            }
            now.Use();
        }

        // On the floor below the pointer, or at the centre of the view if the floor is not visible there.
        static Vector3 PointBelow(Vector2 pointer, SceneView view)
        {
            var ray = HandleUtility.GUIPointToWorldRay(pointer);
            var distance = ray.direction.y == 0 ? -1 : -ray.origin.y / ray.direction.y;
            return distance > 0 ? ray.GetPoint(distance) : view.pivot;
        }
    }
}

// The part of UnityEngine that the plugin uses; signatures as in UnityCsReference 2019.4 to 6000.
using System;
using System.Collections.Generic;
using System.Linq;
using UnityTest;

namespace UnityEngine
{
    [Flags] public enum HideFlags { None = 0, HideAndDontSave = 61 }

    public class Object
    {
        string ownName = "";
        bool isDestroyed;
        public HideFlags hideFlags { get; set; }
        public virtual string name { get { Check(); return ownName; } set { Check(); ownName = value; } }

        protected void Check()
        {
            Rules.OnMain("Object");
            if (isDestroyed) throw Rules.Break("The object of type " + GetType().Name + " has been destroyed but you are still trying to access it.");
        }

        public static void DestroyImmediate(Object one)
        {
            one.Check();
            one.OnDestroyed();
            one.isDestroyed = true;
        }

        protected virtual void OnDestroyed() { }

        static bool IsNull(Object one) { return ReferenceEquals(one, null) || one.isDestroyed; }
        public static bool operator ==(Object one, Object other) { return IsNull(one) ? IsNull(other) : ReferenceEquals(one, other); }
        public static bool operator !=(Object one, Object other) { return !(one == other); }
        public override bool Equals(object other) { return this == other as Object; }
        public override int GetHashCode() { return System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(this); }
    }

    public class ScriptableObject : Object { }

    public class Component : Object
    {
        internal Component Source;
        public GameObject gameObject { get; internal set; }
        public Transform transform { get { return gameObject.transform; } }
        public override string name { get { return gameObject.name; } set { gameObject.name = value; } }
        public T GetComponent<T>() where T : Component { Check(); return gameObject.GetComponent<T>(); }
    }

    public sealed class Rigidbody : Component { }

    public class Renderer : Component
    {
        Material[] materials = new Material[0];

        public Material[] sharedMaterials
        {
            get { Check(); return (Material[])materials.Clone(); }
            set
            {
                Check();
                materials = value;
                if (Source != null) Debts.Open.Add("A changed material was not recorded as override of the prefab.");
            }
        }
    }

    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
        public override string ToString() { return x + " " + y; }
    }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public override string ToString() { return x + " " + y + " " + z; }
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public override string ToString() { return x + " " + y + " " + z + " " + w; }
    }

    public struct Rect
    {
        readonly float x, y, width, height;
        public Rect(float x, float y, float width, float height) { this.x = x; this.y = y; this.width = width; this.height = height; }
        public bool Contains(Vector2 point) { return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height; }
    }

    public sealed class Transform : Component
    {
        internal readonly List<Transform> Children = new List<Transform>();
        Transform above;
        public Vector3 localPosition { get; set; }
        public Vector3 position { get { return localPosition; } set { localPosition = value; } }
        public Quaternion localRotation { get; set; }
        public Vector3 localScale { get; set; }

        public Transform parent { get { Check(); return above; } }

        public void SetParent(Transform next, bool worldPositionStays)
        {
            Check();
            if (above != null) above.Children.Remove(this);
            else gameObject.scene.Roots.Remove(gameObject);
            above = next;
            if (next != null) next.Children.Add(this);
            else gameObject.scene.Roots.Add(gameObject);
            // Kept in the world, a place in the parent is another one: the simulation shows it by a turn.
            if (worldPositionStays) localPosition = new Vector3(-localPosition.x, -localPosition.y, -localPosition.z);
        }

        public int GetSiblingIndex() { Check(); return above == null ? gameObject.scene.Roots.IndexOf(gameObject) : above.Children.IndexOf(this); }

        public void SetSiblingIndex(int index)
        {
            Check();
            if (above != null)
            {
                above.Children.Remove(this);
                above.Children.Insert(Math.Min(index, above.Children.Count), this);
                return;
            }
            gameObject.scene.Roots.Remove(gameObject);
            gameObject.scene.Roots.Insert(Math.Min(index, gameObject.scene.Roots.Count), gameObject);
        }
    }

    public sealed class GameObject : Object
    {
        internal GameObject Source;
        internal string AssetPath = "", Description;
        internal bool IsNested;
        internal readonly List<Component> Components = new List<Component>();
        public readonly Transform transform;
        public int layer { get; set; }
        public string tag { get; set; }
        public bool activeSelf { get; private set; }
        public SceneManagement.Scene scene { get; internal set; }

        public GameObject(string name)
        {
            this.name = name;
            tag = "Untagged";
            activeSelf = true;
            transform = AddComponent<Transform>();
            transform.localScale = new Vector3(1, 1, 1);
        }

        public T AddComponent<T>() where T : Component, new()
        {
            Check();
            var one = new T { gameObject = this };
            Components.Add(one);
            return one;
        }

        public override string ToString()
        {
            var levels = Components.OfType<LODGroup>().SelectMany(one => one.Levels).Select(one => one.ToString());
            return Description ?? string.Join("\n", levels.ToArray());
        }

        public void SetActive(bool value) { Check(); activeSelf = value; }
        public T GetComponent<T>() where T : Component { Check(); return Components.OfType<T>().FirstOrDefault(); }

        public T[] GetComponentsInChildren<T>(bool includeInactive)
        {
            Check();
            return Components.OfType<T>().Concat(transform.Children.Where(child => includeInactive || child.gameObject.activeSelf)
                .SelectMany(child => child.gameObject.GetComponentsInChildren<T>(includeInactive))).ToArray();
        }

        protected override void OnDestroyed()
        {
            foreach (var child in transform.Children.ToArray()) DestroyImmediate(child.gameObject);
            if (transform.parent != null) transform.parent.Children.Remove(transform);
            else if (scene != null) scene.Roots.Remove(this);
            foreach (var one in Components) DestroyImmediate(one);
        }
    }

    public enum RuntimePlatform { OSXEditor = 0, WindowsEditor = 7, LinuxEditor = 16 }

    public static class Application
    {
        public static readonly List<string> Opened = new List<string>();
        public static string dataPath { get { Rules.OnMain(); return UnityEditor.Sim.Project + "/Assets"; } }
        public static string unityVersion { get { Rules.OnMain(); return "2021.3.45f1"; } }
        public static bool isBatchMode { get { return UnityEditor.Sim.Setting("BATCH") == "yes"; } }
        public static void OpenURL(string url) { Rules.OnMain(); Opened.Add(url); }

        public static RuntimePlatform platform
        {
            get
            {
                Rules.OnMain();
                return (RuntimePlatform)Enum.Parse(typeof(RuntimePlatform), UnityEditor.Sim.Setting("PLATFORM", "LinuxEditor"));
            }
        }
    }

    public static class Debug
    {
        public static void LogException(Exception exception) { Rules.Break("The console got " + exception); }
    }

    public static class Mathf
    {
        public static float Clamp01(float value) { return Math.Max(0, Math.Min(1, value)); }
        public static int Clamp(int value, int least, int most) { return value < least ? least : value > most ? most : value; }
    }

    [AttributeUsage(AttributeTargets.Field)] public sealed class SerializeField : Attribute { }
}

namespace UnityEngine.SceneManagement
{
    // A struct in Unity; a class here, so that its contents are shared.
    public sealed class Scene
    {
        internal readonly List<GameObject> Roots = new List<GameObject>();
        public bool isDirty { get; internal set; }
        public bool isLoaded { get { return true; } }
        public string name { get { return "Kitchen"; } }
        public GameObject[] GetRootGameObjects() { Rules.OnMain(); return Roots.ToArray(); }
    }

    public static class SceneManager
    {
        static readonly Scene only = new Scene();
        public static int sceneCount { get { Rules.OnMain(); return 1; } }
        /// <summary>How often all that is in the scenes was looked through.</summary>
        internal static int Walks;
        public static Scene GetSceneAt(int index) { Rules.OnMain(); Walks++; return only; }
        public static Scene GetActiveScene() { Rules.OnMain(); return only; }
    }
}

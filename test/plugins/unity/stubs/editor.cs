// The part of UnityEditor that is neither GUI nor assets.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using UnityEngine;
using UnityEngine.SceneManagement;
using UnityTest;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>What a test gives and reads.</summary>
    public static class Sim
    {
        public static string Project = "";
        /// <summary>The editor's clock, which only a test moves: a slow machine makes nothing due.</summary>
        public static double Seconds;
        public static bool IsPlaying, Declines;
        public static string Setting(string name, string standard = "") { return Environment.GetEnvironmentVariable("UNITY_" + name) ?? standard; }
    }

    [AttributeUsage(AttributeTargets.Class)] public sealed class InitializeOnLoadAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public sealed class MenuItem : Attribute
    {
        internal readonly string Path;
        public MenuItem(string itemName, bool isValidateFunction, int priority) { Path = itemName; }
    }

    public static class EditorApplication
    {
        public delegate void CallbackFunction();
        public static CallbackFunction update;
        public static CallbackFunction delayCall;
        public static event Action hierarchyChanged;
        public static event Action quitting;
        public static double timeSinceStartup { get { Rules.OnMain(); return Sim.Seconds; } }
        public static bool isPlayingOrWillChangePlaymode { get { Rules.OnMain(); return Sim.IsPlaying; } }

        internal static void Turn()
        {
            var calls = delayCall;
            delayCall = null;
            if (calls != null) calls();
            if (update != null) update();
        }

        internal static void ChangeHierarchy() { if (hierarchyChanged != null) hierarchyChanged(); }
        internal static void Quit() { if (quitting != null) quitting(); }
    }

    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();
        public static event AssemblyReloadCallback beforeAssemblyReload;
        internal static void Fire() { if (beforeAssemblyReload != null) beforeAssemblyReload(); }
    }

    /// <summary>Lines of key and value in a file, as both kinds of settings are kept here.</summary>
    public sealed class Store
    {
        readonly Dictionary<string, string> values = new Dictionary<string, string>();
        readonly string file;

        public Store(string file)
        {
            this.file = file;
            if (File.Exists(file))
                foreach (var line in File.ReadAllLines(file)) values[Uri.UnescapeDataString(line.Split(' ')[0])] = Uri.UnescapeDataString(line.Split(' ')[1]);
        }

        public string Get(string key) { Rules.OnMain("settings"); return values.TryGetValue(key, out var value) ? value : null; }

        public void Set(string key, string value)
        {
            Rules.OnMain("settings");
            if (value == null) values.Remove(key);
            else values[key] = value;
            File.WriteAllLines(file, values.Select(one => Uri.EscapeDataString(one.Key) + " " + Uri.EscapeDataString(one.Value)).ToArray());
        }
    }

    public static class EditorPrefs
    {
        static readonly Store store = new Store(Sim.Setting("PREFS"));
        public static string GetString(string key, string standard) { return store.Get(key) ?? standard; }
        public static void SetString(string key, string value) { store.Set(key, value); }
        public static bool HasKey(string key) { return store.Get(key) != null; }
        public static void DeleteKey(string key) { store.Set(key, null); }
    }

    public static class SessionState
    {
        static readonly Store store = new Store(Sim.Setting("SESSION"));
        public static string GetString(string key, string standard) { return store.Get("s" + key) ?? standard; }
        public static void SetString(string key, string value) { store.Set("s" + key, value); }
        public static void EraseString(string key) { store.Set("s" + key, null); }
        public static bool GetBool(string key, bool standard) { return (store.Get("b" + key) ?? standard.ToString()) == "True"; }
        public static void SetBool(string key, bool value) { store.Set("b" + key, value.ToString()); }
    }

    namespace PackageManager
    {
        public static class Client
        {
            public static object Add(string identifier)
            {
                Rules.OnMain();
                Directory.CreateDirectory(Path.Combine(Sim.Project, "Packages"));
                File.WriteAllText(Path.Combine(Sim.Project, "Packages/manifest.json"), "{\"dependencies\":{\"" + identifier + "\":\"1.0.0\"}}");
                return null;
            }
        }
    }

    public static class EditorUtility
    {
        public static readonly List<string> Dialogs = new List<string>();
        internal static bool HasBar;

        public static bool DisplayDialog(string title, string message, string ok, string cancel)
        {
            Rules.OnMain();
            Dialogs.Add(message);
            return !Sim.Declines;
        }

        public static void DisplayProgressBar(string title, string info, float progress)
        {
            Rules.OnMain();
            if (progress < 0 || progress > 1) throw Rules.Break("A progress bar goes from 0 to 1.");
            HasBar = true;
        }

        public static void ClearProgressBar() { Rules.OnMain(); HasBar = false; }
    }

    public class EditorWindow : ScriptableObject
    {
        internal static EditorWindow Shown;
        public Vector2 minSize { get; set; }

        public static T GetWindow<T>(string title) where T : EditorWindow
        {
            Rules.OnMain();
            if (Shown == null)
            {
                Shown = (T)Activator.CreateInstance(typeof(T));
                Shown.Call("OnEnable");
            }
            return (T)Shown;
        }

        public void Repaint() { Rules.OnMain(); }

        internal static void CloseShown()
        {
            var shown = Shown;
            DisableShown();
            if (shown != null) shown.Call("OnDestroy");
        }

        /// <summary>What happens to a window that comes back after a compilation of scripts.</summary>
        internal static void DisableShown()
        {
            if (Shown == null) return;
            Shown.Call("OnDisable");
            Shown = null;
        }

        internal void Call(string message)
        {
            var method = GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public);
            if (method == null) return;
            try
            {
                method.Invoke(this, null);
            }
            catch (TargetInvocationException failure)
            {
                Rules.Break(message + ": " + failure.InnerException);
            }
        }
    }

    public sealed class MonoScript : Object
    {
        internal string ClassName;

        public static MonoScript FromScriptableObject(ScriptableObject one)
        {
            Rules.OnMain();
            return new MonoScript { ClassName = one.GetType().Name };
        }
    }

    public static class Selection
    {
        public static Action selectionChanged;
        static Object[] chosen = new Object[0];
        public static Object[] objects { get { Rules.OnMain(); return chosen; } set { Rules.OnMain(); chosen = value; if (selectionChanged != null) selectionChanged(); } }
        public static GameObject activeGameObject { get { return objects.OfType<GameObject>().FirstOrDefault(one => one != null); } set { objects = new Object[] { value }; } }
        public static bool Contains(Object one) { return objects.Contains(one); }
    }

    public static class Undo
    {
        public static int GetCurrentGroup() { Rules.OnMain(); return 1; }
        public static void IncrementCurrentGroup() { Rules.OnMain(); }
        public static void SetCurrentGroupName(string name) { Rules.OnMain(); }
        public static void CollapseUndoOperations(int group) { Rules.OnMain(); }
        public static void RegisterCreatedObjectUndo(Object one, string name) { Rules.OnMain(); Debts.Open.Remove("A new object has no undo step."); }

        public static void DestroyObjectImmediate(Object one)
        {
            Object.DestroyImmediate(one);
            EditorApplication.ChangeHierarchy();
        }

        public static void SetTransformParent(Transform one, Transform parent, string name) { one.SetParent(parent, true); }
    }

    [Flags] public enum StaticEditorFlags { None = 0, BatchingStatic = 4 }

    public static class GameObjectUtility
    {
        public static readonly Dictionary<GameObject, StaticEditorFlags> Flags = new Dictionary<GameObject, StaticEditorFlags>();
        public static StaticEditorFlags GetStaticEditorFlags(GameObject one) { Rules.OnMain(); return Flags.TryGetValue(one, out var flags) ? flags : StaticEditorFlags.None; }
        public static void SetStaticEditorFlags(GameObject one, StaticEditorFlags flags) { Rules.OnMain(); Flags[one] = flags; }
    }
}

namespace UnityEditor.SceneManagement
{
    public static class EditorSceneManager
    {
        public static bool MarkSceneDirty(Scene scene)
        {
            Rules.OnMain();
            scene.isDirty = true;
            Debts.Open.Remove("A changed scene was not marked dirty.");
            return true;
        }
    }
}

namespace UnityEditorInternal
{
    public static class ComponentUtility
    {
        static Component copied;
        public static bool CopyComponent(Component one) { Rules.OnMain(); copied = one; return true; }

        public static bool PasteComponentAsNew(GameObject target)
        {
            Rules.OnMain();
            var one = (Component)Activator.CreateInstance(copied.GetType());
            one.gameObject = target;
            target.Components.Add(one);
            return true;
        }
    }
}

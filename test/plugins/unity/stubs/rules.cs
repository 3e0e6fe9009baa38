// What Unity demands of scripts of its editor; a broken rule is kept even where the script catches the exception.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading;
using UnityEditor;

namespace UnityTest
{
    public static class Rules
    {
        static readonly int mainThread = Thread.CurrentThread.ManagedThreadId;
        public static readonly List<string> Broken = new List<string>();

        public static void OnMain([CallerMemberName] string api = "")
        {
            if (Thread.CurrentThread.ManagedThreadId != mainThread) throw Break(api + " can only be called from the main thread.");
        }

        public static Exception Break(string what)
        {
            lock (Broken) Broken.Add(what);
            return new InvalidOperationException(what);
        }
    }

    /// <summary>The editor's loop: what was posted to the main thread, delayed calls, updates, the window.</summary>
    public static class Loop
    {
        sealed class MainThread : SynchronizationContext
        {
            public override void Post(SendOrPostCallback call, object state) { Loop.Post(() => call(state)); }
            public override void Send(SendOrPostCallback call, object state) { throw Rules.Break("Waiting for the main thread hangs the editor."); }
        }

        static readonly Queue<Action> posted = new Queue<Action>();
        static Assembly plugin;

        public static void Post(Action action) { lock (posted) posted.Enqueue(action); }

        public static void Boot(Assembly loaded)
        {
            plugin = loaded;
            SynchronizationContext.SetSynchronizationContext(new MainThread());
            foreach (var type in loaded.GetTypes())
                if (type.GetCustomAttribute<InitializeOnLoadAttribute>() != null) RuntimeHelpers.RunClassConstructor(type.TypeHandle);
        }

        public static void Menu(string path)
        {
            foreach (var type in plugin.GetTypes())
                foreach (var method in type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic))
                    foreach (MenuItem item in method.GetCustomAttributes(typeof(MenuItem), false))
                        if (item.Path == path)
                        {
                            method.Invoke(null, null);
                            return;
                        }
            throw new InvalidOperationException("There is no menu " + path + ".");
        }

        public static void Frame()
        {
            Action[] actions;
            lock (posted)
            {
                actions = posted.ToArray();
                posted.Clear();
            }
            foreach (var action in actions) action();
            EditorApplication.Turn();
            if (EditorWindow.Shown != null) EditorWindow.Shown.Call("OnInspectorUpdate");
            Gui.Draw(EditorWindow.Shown, null);
            EndFrame();
        }

        public static void EndFrame()
        {
            if (AssetDatabase.Editing != 0) Rules.Break("StartAssetEditing has no StopAssetEditing: the editor imports nothing any more.");
            AssetDatabase.Editing = 0;
            foreach (var debt in Debts.Open) Rules.Break(debt);
            Debts.Open.Clear();
            foreach (var one in Seen())
            {
                if (one.Timeout < 0 || one.ReadWriteTimeout < 0) Rules.Break("A request waits for ever.");
                if (one.RequestUri.IsLoopback && one.Proxy != null) Rules.Break("Looking for a proxy on the way to this computer takes seconds.");
            }
        }

        /// <summary>What must be in order when scripts are compiled anew, or the editor closes.</summary>
        public static void Unload()
        {
            if (EditorUtility.HasBar) Rules.Break("The progress bar was never cleared.");
            AssemblyReloadEvents.Fire();
            EditorWindow.DisableShown();
            if (Connections().Any()) Rules.Break("A connection outlives the scripts.");
            if (UnityEngine.RenderTexture.Borrowed > 0) Rules.Break("A render texture was not given back.");
            if (UnityEngine.Texture2D.Alive > 0) Rules.Break(UnityEngine.Texture2D.Alive + " textures were never destroyed.");
        }

        static FieldInfo[] keepers;

        /// <summary>Where the plugin keeps its requests.</summary>
        static IEnumerable<IEnumerable<HttpWebRequest>> Keepers()
        {
            keepers = keepers ?? plugin.GetTypes().Where(one => !one.ContainsGenericParameters)
                .SelectMany(one => one.GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic))
                .Where(one => typeof(IEnumerable<HttpWebRequest>).IsAssignableFrom(one.FieldType)).ToArray();
            return keepers.Select(one => one.GetValue(null)).OfType<IEnumerable<HttpWebRequest>>();
        }

        static FieldInfo[] flags;

        /// <summary>Whether the plugin waits for anything: its own words for it end later than the request that they are about.</summary>
        public static bool IsAtWork()
        {
            flags = flags ?? plugin.GetTypes().Where(one => !one.ContainsGenericParameters)
                .SelectMany(one => one.GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic))
                .Where(one => one.Name == "isAsking" || one.Name == "IsBusy").ToArray();
            if (flags.Length != 3) throw new InvalidOperationException("The plugin has other words for being at work.");
            return flags.Any(one => (bool)one.GetValue(null)) || Connections().Any();
        }

        /// <summary>The requests that the plugin has under way.</summary>
        public static IEnumerable<HttpWebRequest> Connections() { return Keepers().SelectMany(Copy); }

        static HttpWebRequest[] Copy(IEnumerable<HttpWebRequest> found) { lock (found) return found.ToArray(); }

        /// <summary>The same, read without a lock, as a frame waits for no thread; none where one comes or goes meanwhile.</summary>
        static IEnumerable<HttpWebRequest> Seen()
        {
            try
            {
                return Keepers().SelectMany(one => one).Where(one => one != null).ToArray();
            }
            catch (Exception exception) when (exception is InvalidOperationException || exception is ArgumentException || exception is IndexOutOfRangeException)
            {
                return new HttpWebRequest[0];
            }
        }
    }

    /// <summary>What a change still owes before the frame ends: an undo step, a dirty scene, a recorded override.</summary>
    public static class Debts
    {
        public static readonly HashSet<string> Open = new HashSet<string>();
    }
}

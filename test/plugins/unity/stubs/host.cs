// The simulated editor as a process: commands come in as lines of escaped words, each answer is one line of JSON.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTest
{
    static class Host
    {
        static readonly BlockingCollection<string[]> commands = new BlockingCollection<string[]>();
        static readonly TimeSpan patience = TimeSpan.FromSeconds(120);

        static void Main(string[] arguments)
        {
            Rules.OnMain();
            // Mono 6.8 stops for ever where two threads compare texts of two cultures for the first time at once.
            GC.KeepAlive(CultureInfo.InvariantCulture.CompareInfo);
            Sim.Project = arguments[1];
            var output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
            Loop.Boot(Assembly.LoadFrom(arguments[0]));
            new Thread(Read) { IsBackground = true }.Start();
            while (!commands.IsCompleted)
            {
                Loop.Frame();
                if (!commands.TryTake(out var command, 20)) continue;
                var failure = "";
                try
                {
                    Do(command);
                }
                catch (Exception exception)
                {
                    failure = (exception is TargetInvocationException ? exception.InnerException : exception).Message;
                }
                output.WriteLine(State(failure));
            }
        }

        static void Read()
        {
            for (var line = Console.In.ReadLine(); line != null; line = Console.In.ReadLine())
                commands.Add(line.Split(' ').Select(Uri.UnescapeDataString).ToArray());
            commands.CompleteAdding();
        }

        static void Do(string[] words)
        {
            switch (words[0])
            {
                case "see": Loop.Frame(); break;
                case "menu": Loop.Menu(words[1]); Loop.Frame(); break;
                case "until": Until(() => Gui.Shown.Any(one => one.Label.Contains(words[1])), words[1]); break;
                case "idle": Until(() => Gui.Shown.Any(one => one.Label == "Server" && one.IsEnabled), "an idle window"); break;
                case "quiet": WaitForQuiet(); break;
                case "package": AssetDatabase.EndPackage(words[1]); break;
                case "opened": Until(() => Application.Opened.Count > 0, "an opened page"); break;
                case "act": Act(new Deed { Kind = words[1], Label = words[2], Value = words[3] }); break;
                case "advance": Sim.Seconds += double.Parse(words[1], CultureInfo.InvariantCulture); Loop.Frame(); break;
                case "play": Sim.IsPlaying = words[1] == "on"; break;
                case "drag": SceneView.DragTo(float.Parse(words[1]), float.Parse(words[2])); Loop.Frame(); break;
                case "decline": Sim.Declines = true; break;
                case "close": EditorWindow.CloseShown(); break;
                case "unload": Loop.Unload(); break;
                case "scene": Artist.Do(words.Skip(1).ToArray()); Loop.Frame(); break;
                default: throw new InvalidOperationException("There is no command " + words[0] + ".");
            }
        }

        /// <summary>Until nothing has been under way for some frames, so that what came of the last request was taken.</summary>
        static void WaitForQuiet()
        {
            var frames = 0;
            Until(() => (frames = Loop.IsAtWork() ? 0 : frames + 1) > 40, "the end of all work");
        }

        static void Act(Deed deed)
        {
            Until(() => Gui.Shown.Any(one => one.IsEnabled && Gui.IsMeant(deed, one.Kind, one.Label, one.Options)), deed.Kind + " " + deed.Label);
            Gui.Draw(EditorWindow.Shown, deed);
            if (!deed.IsDone) throw new InvalidOperationException("Nothing took " + deed.Label + ".");
            Loop.EndFrame();
            Loop.Frame();
        }

        static void Until(Func<bool> isReached, string what)
        {
            var clock = Stopwatch.StartNew();
            while (!isReached())
            {
                if (clock.Elapsed > patience || Rules.Broken.Count > 0)
                    throw new TimeoutException("Waited for \"" + what + "\" and saw: " + string.Join(" | ", Gui.Shown.Where(one => one.Label != "").Select(one => one.Label).ToArray()));
                Loop.Frame();
                Thread.Sleep(5);
            }
        }

        static string Quote(string text)
        {
            var result = new StringBuilder("\"");
            foreach (var sign in text)
                if (sign == '"' || sign == '\\') result.Append('\\').Append(sign);
                else if (sign < ' ') result.AppendFormat("\\u{0:x4}", (int)sign);
                else result.Append(sign);
            return result.Append('"').ToString();
        }

        static string List(IEnumerable<string> texts) { return "[" + string.Join(",", texts.Select(Quote)) + "]"; }

        static string State(string failure)
        {
            var shown = Gui.Shown.Where(one => one.Label != "" || one.Options.Length > 0 || one.Kind == "poster").Select(one =>
                "{\"kind\":" + Quote(one.Kind) + ",\"label\":" + Quote(one.Label) + ",\"value\":" + Quote(one.Value) + ",\"isEnabled\":" + (one.IsEnabled ? "true" : "false") +
                ",\"options\":" + List(one.Options) + "}");
            lock (Rules.Broken)
                return "{\"failure\":" + Quote(failure) + ",\"broken\":" + List(Rules.Broken) + ",\"shown\":[" + string.Join(",", shown) + "],\"opened\":" + List(Application.Opened) +
                    ",\"dialogs\":" + List(EditorUtility.Dialogs) + ",\"imported\":" + List(AssetDatabase.Imported) + ",\"missing\":" + List(AssetDatabase.Missing) +
                    ",\"packages\":" + List(AssetDatabase.Packages) + ",\"walks\":" + SceneManager.Walks + ",\"nodes\":[" + string.Join(",", Artist.Nodes().Select(Describe)) + "]}";
        }

        static string Describe(GameObject one)
        {
            var renderer = one.GetComponent<UnityEngine.Renderer>();
            var place = one.transform;
            return "{\"name\":" + Quote(one.name) + ",\"parent\":" + Quote(place.parent == null ? "" : place.parent.name) + ",\"source\":" + Quote(one.Source == null ? "" : one.Source.AssetPath) +
                ",\"place\":" + Quote(place.localPosition + ", " + place.localRotation + ", " + place.localScale) + ",\"order\":" + place.GetSiblingIndex() + ",\"layer\":" + one.layer + ",\"tag\":" + Quote(one.tag) +
                ",\"isActive\":" + (one.activeSelf ? "true" : "false") + ",\"flags\":" + (int)GameObjectUtility.GetStaticEditorFlags(one) +
                ",\"materials\":" + List(renderer == null ? new string[0] : renderer.sharedMaterials.Select(material => material.name)) +
                ",\"replaced\":" + (renderer == null ? 0 : renderer.sharedMaterials.Count(material => AssetDatabase.GetAssetPath(material) != "")) +
                ",\"components\":" + List(one.Components.Select(component => component.GetType().Name)) + "}";
        }
    }

    /// <summary>What an artist does in the scene.</summary>
    static class Artist
    {
        internal static IEnumerable<GameObject> Nodes()
        {
            return SceneManager.GetActiveScene().Roots.SelectMany(root => root.GetComponentsInChildren<Transform>(true)).Select(place => place.gameObject);
        }

        static GameObject Named(string name) { return Nodes().First(one => one.name == name); }

        internal static void Do(string[] words)
        {
            switch (words[0])
            {
                case "add":
                    var next = new GameObject(words[1]) { scene = SceneManager.GetActiveScene() };
                    next.scene.Roots.Add(next);
                    break;
                case "link": Named(words[1]).transform.SetParent(Named(words[2]).transform, false); break;
                case "rename": Named(words[1]).name = words[2]; break;
                case "move": Named(words[1]).transform.localPosition = new Vector3(float.Parse(words[2]), float.Parse(words[3]), float.Parse(words[4])); break;
                case "turn": Named(words[1]).transform.localRotation = new Quaternion { y = 1 }; break;
                case "select": Selection.activeGameObject = Named(words[1]); break;
                case "nest": Named(words[1]).IsNested = true; break;
                case "weigh": Named(words[1]).AddComponent<Rigidbody>(); break;
                case "sort":
                    Named(words[1]).layer = 8;
                    Named(words[1]).tag = "Furniture";
                    Named(words[1]).SetActive(false);
                    GameObjectUtility.SetStaticEditorFlags(Named(words[1]), StaticEditorFlags.BatchingStatic);
                    break;
                case "paint": Paint(words[1], words[2], false); break;
                case "repaint": Paint(words[1], words[2], true); break;
                default: throw new InvalidOperationException("An artist cannot " + words[0] + ".");
            }
            EditorApplication.ChangeHierarchy();
        }

        static void Paint(string name, string material, bool isFirst)
        {
            var renderer = Named(name).GetComponentsInChildren<UnityEngine.Renderer>(true)[0];
            var materials = renderer.sharedMaterials;
            materials[isFirst ? 0 : materials.Length - 1] = new Material(material);
            renderer.sharedMaterials = materials;
            PrefabUtility.RecordPrefabInstancePropertyModifications(renderer);
        }
    }
}

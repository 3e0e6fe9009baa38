using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Lodestock.Online
{
    /// <summary>Receives models that the desktop app sends to this project, even while the window is closed.</summary>
    [InitializeOnLoad]
    static class HandOver
    {
        const double IntervalSeconds = 3;
        static double nextAsk;
        static bool isAsking;
        static string readFile = "";
        static DateTime readTime;
        static JsonObject desk;

        static HandOver()
        {
            if (!Application.isBatchMode) EditorApplication.update += Tick;
        }

        static async void Tick()
        {
            if (isAsking || Work.IsBusy || EditorApplication.timeSinceStartup < nextAsk || EditorApplication.isPlayingOrWillChangePlaymode) return;
            isAsking = true;
            try
            {
                if (ReadDesk()) await Ask();
            }
            catch (Exception)
            {
                // The app is closed or has restarted: stay silent until its file changes.
                desk = null;
            }
            finally
            {
                isAsking = false;
                nextAsk = EditorApplication.timeSinceStartup + IntervalSeconds;
            }
        }

        static IEnumerable<string> DeskFiles()
        {
            var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
            var data = Application.platform == RuntimePlatform.OSXEditor
                ? Path.Combine(home, "Library", "Application Support")
                : Environment.GetFolderPath(Environment.SpecialFolder.ApplicationData);
            return new[] { "Lodestock", "lodestock" }.Select(name => Path.Combine(data, name, "dcc.json")).Where(File.Exists);
        }

        /// <summary>Where the app serves its bundled plugins; "" if it has left no address on this computer.</summary>
        internal static string FindAssets()
        {
            return DeskFiles().OrderByDescending(File.GetLastWriteTimeUtc).Select(AssetsIn).FirstOrDefault(Web.IsLoopback) ?? "";
        }

        static string AssetsIn(string file)
        {
            try
            {
                var note = Json.Parse(File.ReadAllText(file));
                return note.Number("version") == 1 ? note.Text("assets") : "";
            }
            catch (Exception)
            {
                // An unreadable file counts as absent.
                return "";
            }
        }

        static bool ReadDesk()
        {
            var file = DeskFiles().OrderByDescending(File.GetLastWriteTimeUtc).FirstOrDefault();
            if (file == null) return false;
            var time = File.GetLastWriteTimeUtc(file);
            if (file != readFile || time != readTime)
            {
                readFile = file;
                readTime = time;
                desk = Json.Parse(File.ReadAllText(file));
                if (desk.Number("version") != 1 || desk.Number("port") < 1 || desk.Text("secret") == "") desk = null;
            }
            return desk != null;
        }

        static string Address(string path) { return "http://127.0.0.1:" + desk.Number("port").ToString("0", CultureInfo.InvariantCulture) + "/dcc/jobs" + path; }

        static async Task Ask()
        {
            var scene = SceneManager.GetActiveScene().name;
            var label = Project.Name + (scene == "" ? "" : " - " + scene);
            var secret = desk.Text("secret");
            var query = "?host=unity&session=" + Process.GetCurrentProcess().Id + "&label=" + Uri.EscapeDataString(label);
            var answer = await Web.Ask("GET", Address(query), secret);
            foreach (var job in answer.Objects("jobs"))
            {
                var message = "";
                var isDone = await Work.RunToEnd(async () => message = await Import(job));
                if (isDone) Work.Say(message, MessageType.Info);
                await Web.Ask("POST", Address("/" + Uri.EscapeDataString(job.Text("id")) + "/result"), secret,
                    "{\"ok\":" + (isDone ? "true" : "false") + ",\"message\":" + Json.Quote(isDone ? message : Work.Status) + "}");
            }
        }

        static async Task<string> Import(JsonObject job)
        {
            SceneWork.RefusePlayMode();
            var scene = job.Text("scenePath");
            var kind = SafePath.KindOf(scene);
            if (!SafePath.IsGuid(job.Text("guid"))) throw new Problem("The desktop app sent an invalid model ID.");
            if (!SafePath.SceneKinds.Contains(kind)) throw new Problem("Unity cannot import " + Path.GetFileName(scene) + ".");
            if (!File.Exists(scene)) throw new Problem("File not found: " + scene + ".");
            if (kind == "unitypackage")
            {
                AssetDatabase.ImportPackage(scene, true);
                return job.Text("title") + ": choose in Unity's dialog what to import.";
            }
            var topology = job.Texts("searchPaths").FirstOrDefault(folder => IsBelow(scene, folder)) ?? Path.GetDirectoryName(scene);
            var model = new Model { Guid = job.Text("guid"), Title = Web.OneLine(job.Text("title")), Server = job.Text("server") };
            var arrivals = await Task.Run(() => Collect(topology, scene, job.Text("lod"), model));
            Importer.NoteMaps(job, arrivals);
            var asset = await Importer.Place(model, arrivals, false);
            SceneWork.Put(asset);
            return model.Title + ", " + job.Text("lod") + ": added to the scene.";
        }

        static bool IsBelow(string file, string folder)
        {
            return Path.GetFullPath(file).StartsWith(Path.GetFullPath(folder).TrimEnd(Path.DirectorySeparatorChar) + Path.DirectorySeparatorChar, StringComparison.Ordinal);
        }

        // The scene file and the files next to it that a model can need; never another scene file or a script.
        static List<Arrival> Collect(string topology, string scene, string lod, Model model)
        {
            var root = Path.GetDirectoryName(Path.GetFullPath(topology).TrimEnd(Path.DirectorySeparatorChar));
            ReadReceipt(Path.Combine(root, Receipt.Name), model);
            var files = Directory.GetFiles(topology, "*", SearchOption.AllDirectories).Where(SafePath.IsSupport).Concat(new[] { scene });
            var arrivals = new List<Arrival>();
            foreach (var file in files)
            {
                var relative = Path.GetFullPath(file).Substring(root.Length + 1).Replace(Path.DirectorySeparatorChar, '/');
                SafePath.Check(relative, file == scene ? SafePath.SceneKinds : null);
                arrivals.Add(new Arrival
                {
                    Relative = relative, Source = file, Lod = lod, IsScene = file == scene, Sha256 = Project.HashOf(file), SizeBytes = new FileInfo(file).Length
                });
            }
            return arrivals;
        }

        static void ReadReceipt(string file, Model model)
        {
            if (!File.Exists(file)) return;
            var receipt = Json.Parse(File.ReadAllText(file));
            if (receipt.Text("guid") != model.Guid) return;
            model.Version = receipt.Number("version");
            model.Licence = receipt.Text("license");
            model.Attribution = receipt.Get("attribution") as string;
        }
    }
}

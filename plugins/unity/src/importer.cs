using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using UnityEditor;
using UnityEngine;

namespace Lodestock.Online
{
    static class Importer
    {
        const int LongestWindowsPath = 259;

        /// <summary>Downloads one exact file with everything it needs; returns its path below Assets, or "" for a package.</summary>
        internal static async Task<string> Bring(Model model, Choice choice)
        {
            Refuse(model, choice);
            if (model.Costs(choice.Lod))
            {
                var question = model.Priced("Unlock \"" + model.Title + "\"", choice.Lod) + string.Format(CultureInfo.InvariantCulture,
                    "? Your balance is {0:0.00} USD. All other files of this model are then free.", model.BalanceUsd);
                if (!EditorUtility.DisplayDialog(About.Title, question, "Unlock", "Cancel")) throw new Declined();
            }
            var answer = await Session.Ask("POST", "/api/plugin/download/direct", model.Wish(choice));
            model.NoteCharge(choice, answer);
            var arrivals = ReadArrivals(answer, choice);
            await Download(arrivals, model, choice);
            if (choice.Format != "unitypackage") return await Place(model, arrivals, true);
            // Unity shows the package's contents and lets the user choose, as it can contain scripts.
            var package = Path.Combine(Project.Staging, choice.Sha256 + ".unitypackage");
            if (File.Exists(package)) File.Delete(package);
            File.Move(arrivals[0].Source, package);
            AssetDatabase.ImportPackage(package, true);
            return "";
        }

        /// <summary>Throws a Problem if this project cannot import a file, before the user is asked to pay.</summary>
        internal static void Refuse(Model model, Choice choice)
        {
            var obstacle = choice.Obstacle(out var missing);
            if (obstacle != "") throw new Problem(obstacle + Remedy(obstacle, missing) + " Nothing was charged.");
            if (Application.platform != RuntimePlatform.WindowsEditor || choice.Format == "unitypackage") return;
            var longest = choice.Paths.OrderByDescending(path => path.Length).First();
            var length = Project.Absolute(Project.FolderOf(model.Title, model.Guid)).Length + 1 + longest.Length + ".meta".Length;
            if (length > LongestWindowsPath)
                throw new Problem("In this project, the path of " + longest.Substring(longest.LastIndexOf('/') + 1) + " would have " + length + " characters, and Windows allows " +
                    LongestWindowsPath + ". Move the project to a folder with a shorter path. Nothing was charged.");
        }

        // Only Unity's own packages, because a server must not choose code for a project.
        static string Remedy(string obstacle, string package)
        {
            if (package == "") return "";
            var isOfUnity = package.StartsWith("com.unity.", StringComparison.Ordinal) && package.All(sign => sign >= 'a' && sign <= 'z' || sign == '.' || sign == '-');
            if (!isOfUnity || !EditorUtility.DisplayDialog(About.Title, obstacle + " Add the package " + package + " to this project?", "Add", "Cancel"))
                return " Add " + package + " in the Package Manager.";
            UnityEditor.PackageManager.Client.Add(package);
            return " Unity is adding " + package + ". Import again when it is there.";
        }

        static List<Arrival> ReadArrivals(JsonObject answer, Choice choice)
        {
            if (answer.Text("relativePath") != choice.RelativePath || answer.Text("sha256") != choice.Sha256)
                throw new Problem("The server returned a different file than " + choice.FileName + ". Open the model again.");
            var scene = new Arrival { Relative = choice.RelativePath, Url = answer.Text("downloadUrl"), IsScene = true };
            SafePath.Check(scene.Relative, new[] { choice.Format });
            var arrivals = new List<Arrival> { scene };
            foreach (var one in answer.Objects("supportFiles"))
            {
                SafePath.Check(one.Text("relativePath"), null);
                arrivals.Add(new Arrival { Relative = one.Text("relativePath"), Url = one.Text("url"), Sha256 = one.Text("sha256"), SizeBytes = one.Number("sizeBytes") });
            }
            NoteMaps(answer, arrivals);
            scene.Sha256 = choice.Sha256;
            scene.SizeBytes = answer.Number("sizeBytes");
            var known = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
            foreach (var one in arrivals)
            {
                one.Lod = choice.Lod;
                one.Variant = one.IsScene ? choice.Variant : null;
                if (!known.Add(one.Relative.Normalize())) throw new Problem("The server listed a file twice: " + one.Relative);
                if (!Web.IsAddress(one.Url) || !SafePath.IsHash(one.Sha256)) throw new Problem("The server sent no valid address or SHA-256 for " + one.Relative + ".");
            }
            return arrivals;
        }

        internal static void NoteMaps(JsonObject answer, List<Arrival> arrivals)
        {
            foreach (var told in answer.Objects("textures"))
            {
                var picture = arrivals.FirstOrDefault(one => !one.IsScene && one.Relative == told.Text("relativePath"));
                if (picture == null) continue;
                if (told.Text("material") != "") picture.Materials.Add(told.Text("material"));
                if (picture.Map != "") continue;
                picture.Map = told.Text("map");
                picture.ColorSpace = told.Text("colorSpace");
            }
        }

        static async Task Download(List<Arrival> arrivals, Model model, Choice choice)
        {
            var staging = Project.Staging;
            foreach (var one in arrivals) one.Source = Path.Combine(staging, one.Sha256);
            // Verified files are named by their hash: a retry fetches only what is missing.
            var missing = arrivals.Where(one => !File.Exists(one.Source)).GroupBy(one => one.Sha256).Select(group => group.First()).ToList();
            using (var transfer = new Transfer((long)missing.Sum(one => one.SizeBytes)))
            {
                Work.Current = transfer;
                try
                {
                    foreach (var one in missing)
                    {
                        try
                        {
                            await Task.Run(() => Fetch(one, transfer));
                        }
                        catch (Problem problem) when (problem.IsEndedAddress)
                        {
                            // Addresses expire, possibly in the middle of a download.
                            await Renew(missing, model, choice);
                            await Task.Run(() => Fetch(one, transfer));
                        }
                    }
                }
                finally
                {
                    Work.Current = null;
                }
            }
        }

        static async Task Renew(List<Arrival> arrivals, Model model, Choice choice)
        {
            var fresh = ReadArrivals(await Session.Ask("POST", "/api/plugin/download/direct", model.Wish(choice)), choice);
            foreach (var one in arrivals)
            {
                var same = fresh.FirstOrDefault(other => other.Relative == one.Relative && other.Sha256 == one.Sha256);
                if (same == null) throw new Problem("The model changed while it was being downloaded. Open the model again.");
                one.Url = same.Url;
            }
        }

        // A partial file stays for the next attempt, unless it is wrong.
        static void Fetch(Arrival one, Transfer transfer)
        {
            var part = one.Source + ".part";
            var hash = Web.Fetch(one.Url, part, transfer);
            if (hash != one.Sha256)
            {
                File.Delete(part);
                throw new Problem(Path.GetFileName(one.Relative) + " arrived damaged or incomplete. Import again; complete files are kept.");
            }
            File.Move(part, one.Source);
        }

        /// <summary>Copies verified files below Assets and imports them; content is replaced in place, so GUIDs stay.</summary>
        internal static async Task<string> Place(Model model, List<Arrival> arrivals, bool isStaged)
        {
            var folder = Project.FolderOf(model.Title, model.Guid);
            var root = Project.Absolute(folder);
            foreach (var one in arrivals) SafePath.Below(root, one.Relative);
            var changed = await Task.Run(() => arrivals.Where(one => !IsThere(SafePath.Below(root, one.Relative), one.Sha256)).ToList());
            var fresh = changed.Where(one => one.Map != "" && !File.Exists(SafePath.Below(root, one.Relative) + ".meta")).ToList();
            var receipt = Receipt.Write(folder, model, arrivals);
            var scene = arrivals.First(one => one.IsScene);
            EditorUtility.DisplayProgressBar(About.Title, "Importing " + model.Title, 0.9f);
            AssetDatabase.StartAssetEditing();
            try
            {
                foreach (var one in arrivals) Write(one, SafePath.Below(root, one.Relative), changed.Contains(one));
                File.WriteAllText(Path.Combine(root, Receipt.Name), receipt, new UTF8Encoding(false));
                var inside = arrivals.Select(one => folder + "/" + one.Relative).ToList();
                foreach (var parent in inside.SelectMany(ParentsOf).Distinct().OrderBy(path => path.Length)) AssetDatabase.ImportAsset(parent);
                foreach (var one in arrivals.Where(one => !one.IsScene)) AssetDatabase.ImportAsset(folder + "/" + one.Relative);
                AssetDatabase.ImportAsset(folder + "/" + Receipt.Name);
            }
            finally
            {
                AssetDatabase.StopAssetEditing();
            }
            foreach (var one in fresh) SetUp(folder + "/" + one.Relative, one.Map, one.ColorSpace != "linear");
            // After its textures, because a model's importer looks for them in the project.
            AssetDatabase.ImportAsset(folder + "/" + scene.Relative);
            if (changed.Count > 0) Materials.Dress(folder, folder + "/" + scene.Relative, arrivals, changed);
            if (isStaged) foreach (var one in arrivals) File.Delete(one.Source);
            return folder + "/" + scene.Relative;
        }

        /// <summary>
        /// Sets the type of a texture. Only if it is new: afterwards the settings belong to the user. By default, Unity reads every texture as a
        /// colour, and asks about normal maps.
        /// </summary>
        internal static void SetUp(string assetPath, string map, bool isColor)
        {
            var importer = AssetImporter.GetAtPath(assetPath) as TextureImporter;
            if (importer == null) return;
            importer.textureType = map == "normal" ? TextureImporterType.NormalMap : TextureImporterType.Default;
            importer.sRGBTexture = isColor;
            // Compression losses would carry over to the mask.
            if (Materials.IsPacked(map)) importer.textureCompression = TextureImporterCompression.Uncompressed;
            importer.SaveAndReimport();
        }

        static bool IsThere(string file, string sha256) { return File.Exists(file) && Project.HashOf(file) == sha256; }

        // Renamed only once complete; an existing file keeps its .meta file, and with it its GUID.
        static void Write(Arrival one, string target, bool isChanged)
        {
            if (!isChanged) return;
            var part = target + ".part";
            Directory.CreateDirectory(Path.GetDirectoryName(target));
            File.Copy(one.Source, part, true);
            if (File.Exists(target)) File.Delete(target);
            File.Move(part, target);
        }

        internal static IEnumerable<string> ParentsOf(string assetPath)
        {
            for (var at = assetPath.LastIndexOf('/'); at > "Assets".Length; at = assetPath.LastIndexOf('/', at - 1))
                yield return assetPath.Substring(0, at);
        }

        internal static GameObject Load(string assetPath)
        {
            var asset = AssetDatabase.LoadAssetAtPath<GameObject>(assetPath);
            if (asset != null) return asset;
            throw new Problem(assetPath + " is in the project, but Unity could not read it as a model.");
        }
    }
}

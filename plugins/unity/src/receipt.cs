using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace Lodestock.Online
{
    /// <summary>The receipt, model.json: what is in the folder and where it came from. The desktop app writes the same file.</summary>
    static class Receipt
    {
        internal const string Name = "model.json";

        static JsonObject Read(string assetFolder)
        {
            try
            {
                var file = Path.Combine(Project.Absolute(assetFolder), Name);
                return File.Exists(file) ? Json.Parse(File.ReadAllText(file)) : new JsonObject();
            }
            catch (Exception)
            {
                return new JsonObject();
            }
        }

        internal static string GuidIn(string assetFolder) { return Read(assetFolder).Text("guid"); }

        internal static double VersionIn(string assetFolder) { return Read(assetFolder).Number("version"); }

        /// <summary>The imported scene files, by their paths in the model's folder.</summary>
        internal static List<string> ScenesIn(string assetFolder)
        {
            return Read(assetFolder).Objects("files").Where(one => one.Text("role") == "scene").Select(one => one.Text("relativePath")).ToList();
        }

        /// <summary>The existing scene files from a server, in the form that projects receive. Can run on a worker thread.</summary>
        internal static IEnumerable<string> Placed(string folder, string server)
        {
            var receipt = Read(folder);
            if (receipt.Text("serverUrl") != server) yield break;
            foreach (var one in receipt.Objects("files").Where(file => file.Text("role") == "scene"))
            {
                var file = SafePath.Below(folder, one.Text("relativePath"));
                if (!File.Exists(file)) continue;
                var words = new[]
                {
                    "guid", receipt.Text("guid"), "title", receipt.Text("title"), "lod", one.Text("lod"), "format", one.Text("format"), "sha256", Project.HashOf(file)
                };
                yield return "{\"version\":" + receipt.Number("version").ToString("0", CultureInfo.InvariantCulture) +
                    string.Concat(words.Select((word, at) => (at % 2 == 0 ? "," : ":") + Json.Quote(word)).ToArray()) + "}";
            }
        }

        /// <summary>The receipt's text, with its entries for other files.</summary>
        internal static string Write(string assetFolder, Model model, IEnumerable<Arrival> arrivals)
        {
            var entries = new SortedDictionary<string, string>(StringComparer.Ordinal);
            foreach (var entry in Read(assetFolder).Objects("files")) entries[entry.Text("relativePath").Normalize()] = entry.Raw;
            foreach (var one in arrivals) entries[one.Relative.Normalize()] = one.ToEntry();
            var fields = new[]
            {
                "\"receiptVersion\": 1",
                "\"guid\": " + Json.Quote(model.Guid),
                "\"title\": " + Json.Quote(model.Title),
                "\"version\": " + model.Version.ToString("0", CultureInfo.InvariantCulture),
                "\"license\": " + Json.Quote(model.Licence),
                "\"attribution\": " + Json.Quote(model.Attribution),
                "\"serverUrl\": " + Json.Quote(model.Server),
                "\"downloadedAt\": " + Json.Quote(DateTime.UtcNow.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture)),
                "\"files\": [\n    " + string.Join(",\n    ", entries.Values) + "\n  ]"
            };
            return "{\n  " + string.Join(",\n  ", fields) + "\n}\n";
        }
    }

    /// <summary>A file being brought into the project.</summary>
    sealed class Arrival
    {
        internal string Relative = "", Url = "", Sha256 = "", Lod = "", Source = "";
        // What a texture contains, if the server knows it.
        internal string Map = "", ColorSpace = "";
        internal readonly List<string> Materials = new List<string>();
        internal string Variant;
        internal bool IsScene;
        internal double SizeBytes;

        internal string ToEntry()
        {
            var kind = SafePath.KindOf(Relative);
            var role = IsScene ? "scene" : kind == "mtl" || kind == "bin" ? "support" : "texture";
            return "{ \"format\": " + Json.Quote(kind) + ", \"lod\": " + Json.Quote(Lod) + ", \"variant\": " +
                Json.Quote(string.IsNullOrEmpty(Variant) ? null : Variant) + ", \"relativePath\": " + Json.Quote(Relative) + ", \"sizeBytes\": " +
                SizeBytes.ToString("0", CultureInfo.InvariantCulture) + ", \"sha256\": " + Json.Quote(Sha256) + ", \"role\": " + Json.Quote(role) + " }";
        }
    }
}

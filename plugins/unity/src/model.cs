using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Lodestock.Online
{
    /// <summary>One exact file of a model, with the request to send back to the server unchanged.</summary>
    sealed class Choice
    {
        internal readonly string Format, Lod, Variant, RelativePath, FileName, Sha256, Body, MadeFrom;
        internal readonly double SizeBytes, Triangles;
        /// <summary>Paths of the file, its textures and the assets made from them, in the model's folder, as far as known.</summary>
        internal readonly List<string> Paths;
        readonly List<JsonObject> obstacles;

        /// <param name="all">Every scene file of the model, including those that Unity does not import.</param>
        internal Choice(JsonObject variant, IEnumerable<JsonObject> all)
        {
            obstacles = variant.Objects("obstacles").Where(one => one.Text("app") == "unity").ToList();
            Format = variant.Text("format");
            Lod = variant.Text("lod");
            Variant = variant.Text("variant");
            RelativePath = variant.Text("relativePath");
            FileName = variant.Text("fileName");
            Sha256 = variant.Text("sha256");
            SizeBytes = variant.Number("sizeBytes");
            Triangles = variant.Number("triangles");
            var textures = variant.Objects("textures").ToList();
            Paths = textures.Select(one => one.Text("relativePath")).Concat(new[] { RelativePath }).ToList();
            Paths.AddRange(textures.Where(one => one.Text("material") != "").Select(one => Materials.PathOf(RelativePath, one.Text("material")) + "_mask.png"));
            Body = variant.Object("downloadRequest").Object("body").Raw;
            MadeFrom = "";
            if (!(variant.Get("derived") is JsonObject)) return;
            var source = all.FirstOrDefault(one => one.Text("sha256") == variant.Object("derived").Text("from"));
            MadeFrom = source == null ? "made from another file" : "made from the " + Web.OneLine(source.Text("lod"));
        }

        /// <summary>
        /// A requirement of the file that this project does not meet, as a sentence; "" if none is known. A package can add what Unity lacks.
        /// </summary>
        internal string Obstacle(out string package)
        {
            var met = obstacles.FirstOrDefault(one => one.Text("package") == "" || !Project.HasPackage(one.Text("package")));
            var need = met == null ? "" : met.Text("requirement");
            package = met == null ? "" : met.Text("package");
            if (Format == "glb" && !Project.ReadsGlb())
            {
                need = "a glTF importer";
                package = Project.GlbPackages[0];
            }
            return need == "" ? "" : Web.OneLine("Unity cannot read " + FileName + ": it needs " + need + ".");
        }

        internal string Label
        {
            get
            {
                var size = (SizeBytes / 1048576).ToString("0.0", CultureInfo.InvariantCulture) + " MB";
                // A slash would open a submenu in a popup.
                return FileName.Replace('/', '\u2215') + (Variant == "" ? "" : ", " + Variant) + ", " +
                    (Triangles > 0 ? Triangles.ToString("0", CultureInfo.InvariantCulture) + " triangles, " : "") + size +
                    (MadeFrom == "" ? "" : ", " + MadeFrom);
            }
        }
    }

    /// <summary>A model as shown on its page.</summary>
    sealed class Model
    {
        static readonly string[] Lods = { "1k", "10k", "100k", "source" };

        internal string Guid = "", Title = "", Licence = "", Attribution, Poster = "", Server = "";
        internal double Version, PriceUsd, BalanceUsd;
        internal bool IsUnlocked;
        internal List<Choice> Files = new List<Choice>();

        internal string[] Topologies { get { return Lods.Where(lod => Files.Any(file => file.Lod == lod)).ToArray(); } }

        internal string[] FormatsOf(string lod)
        {
            return SafePath.SceneKinds.Where(format => Files.Any(file => file.Lod == lod && file.Format == format)).ToArray();
        }

        internal Choice[] FilesOf(string lod, string format)
        {
            return Files.Where(file => file.Lod == lod && file.Format == format).ToArray();
        }

        internal bool Costs(string lod) { return lod != "1k" && !IsUnlocked && PriceUsd > 0; }

        /// <summary>A button's label, with the price of its download.</summary>
        internal string Priced(string words, string lod)
        {
            return Costs(lod) ? string.Format(CultureInfo.InvariantCulture, "{0} for {1:0.00} USD", words, PriceUsd) : words;
        }

        /// <summary>The server's own request for a file, preceded by the most that it may charge.</summary>
        internal string Wish(Choice file)
        {
            if (file.Lod == "1k") return file.Body;
            return string.Format(CultureInfo.InvariantCulture, "{{\"maxPriceUsd\":{0:0.00},", Costs(file.Lod) ? PriceUsd : 0) + file.Body.Substring(1);
        }

        internal void NoteCharge(Choice file, JsonObject answer)
        {
            var amount = answer.Number("chargedUsd");
            BalanceUsd = answer.Number("balanceRemainingUsd");
            if (file.Lod != "1k") IsUnlocked = true;
            if (amount > 0) Work.Charged = string.Format(CultureInfo.InvariantCulture, " Charged {0:0.00} USD, {1:0.00} left.", amount, BalanceUsd);
        }

        internal string Pricing
        {
            get
            {
                if (IsUnlocked || PriceUsd <= 0) return "All topologies are free for you.";
                return string.Format(CultureInfo.InvariantCulture, "1k is free. All others: {0:0.00} USD once. Your balance is {1:0.00} USD.", PriceUsd, BalanceUsd);
            }
        }

        Choice Same(string lod, string format, string fileName)
        {
            var candidates = FilesOf(lod, format);
            var named = candidates.Where(file => file.FileName == fileName).ToArray();
            return named.Length == 1 ? named[0] : candidates.Length == 1 ? candidates[0] : null;
        }

        /// <summary>A file and the same one in coarser topologies, finest first.</summary>
        internal List<Choice> LevelsFrom(Choice finest)
        {
            return Lods.TakeWhile(lod => lod != finest.Lod).Select(lod => Same(lod, finest.Format, finest.FileName)).Where(one => one != null)
                .Concat(new[] { finest }).Reverse().ToList();
        }

        /// <summary>The same file in another topology, for switching in place.</summary>
        internal Choice Counterpart(string lod, string format, string fileName)
        {
            var same = Same(lod, format, fileName);
            if (same != null) return same;
            throw new Problem(Title + " has " + FilesOf(lod, format).Length + " " + format + " files in " + lod +
                ", and it is unclear which one corresponds to " + fileName + ". Import the one you want.");
        }
    }
}

using System;
using System.Linq;
using System.Threading.Tasks;
using UnityEditor;

namespace Lodestock.Online
{
    /// <summary>What the window restores after scripts were compiled, including the interrupted import.</summary>
    public sealed partial class free3d_online
    {
        const string KeptKey = "Lodestock.Window";
        const int MostKept = 240;

        void Keep()
        {
            var shown = results.Take(MostKept).Select(one => one.Raw);
            var words = new[] { Session.Server, query, model == null ? "" : model.Guid, lod, format }.Select(Json.Quote);
            SessionState.SetString(KeptKey, "{\"words\":[" + string.Join(",", words) + "],\"total\":" + (int)total + ",\"file\":" + fileIndex + ",\"hasMore\":" +
                (hasMore || results.Count > MostKept ? "true" : "false") + ",\"results\":[" + string.Join(",", shown) + "]}");
        }

        async Task Return()
        {
            await Session.Restore();
            pending = Pending.Read();
            // After a crash the user decides, because the import may have caused it.
            var isContinued = pending != null && Pending.IsOfThisSession && !EditorApplication.isPlayingOrWillChangePlaymode;
            var kept = Json.Parse(SessionState.GetString(KeptKey, "{}"));
            var words = kept.Texts("words");
            if (words.Count == 5 && words[0] == Session.Server)
            {
                query = words[1];
                results = kept.Objects("results");
                total = kept.Number("total");
                hasMore = kept.IsTrue("hasMore");
                foreach (var one in results) ShowWhenLoaded(Catalogue.PosterOf(one));
                if (words[2] != "" && !isContinued) await OpenModel(words[2]);
                lod = words[3];
                format = words[4];
                fileIndex = (int)kept.Number("file");
            }
            if (isContinued) await Continue();
        }

        async Task Continue()
        {
            var left = pending;
            pending = null;
            await OpenModel(left.Text("guid"));
            var choice = model.Files.FirstOrDefault(one => one.RelativePath == left.Text("relativePath"));
            if (choice == null)
            {
                Pending.Clear();
                throw new Problem(model.Title + " has changed. Import what you need.");
            }
            lod = choice.Lod;
            format = choice.Format;
            isPut = left.Text("kind").StartsWith("scene", StringComparison.Ordinal);
            if (left.Text("kind").EndsWith("group", StringComparison.Ordinal)) await ImportGroup(model.LevelsFrom(choice));
            else await Import(choice);
        }

        void DropPending()
        {
            Pending.Clear();
            pending = null;
        }
    }
}

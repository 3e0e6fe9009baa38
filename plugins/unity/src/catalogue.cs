using System;
using System.Linq;
using System.Threading.Tasks;

namespace Lodestock.Online
{
    static class Catalogue
    {
        internal const int PageSize = 24;

        internal static Task<JsonObject> Find(string words, int offset)
        {
            var path = "/api-embeddings/?q=" + Uri.EscapeDataString(words) + "&limit=" + PageSize + "&offset=" + offset;
            foreach (var format in SafePath.SceneKinds) path += "&format=" + format;
            return Session.Ask("GET", path);
        }

        /// <summary>The small poster of a hit; some servers send only the larger one.</summary>
        internal static string PosterOf(JsonObject hit)
        {
            var small = hit.Text("previewSmallUrl");
            return small == "" ? hit.Text("previewMediumUrl") : small;
        }

        internal static async Task<Model> Open(string guid)
        {
            if (!SafePath.IsGuid(guid)) throw new Problem("The server sent an invalid model ID.");
            if (Session.Token == "") throw new Problem("Press Sign in first. Downloads need an account.");
            var server = Session.Server;
            var answer = await Session.Ask("GET", "/api/plugin/download/formats/" + guid);
            var details = await Session.Ask("GET", "/api/models/" + guid);
            var model = new Model { Guid = guid, Title = Web.OneLine(answer.Text("title")), Version = answer.Number("version"), Server = server };
            model.Licence = details.Text("license");
            model.Attribution = details.Get("attribution") as string;
            model.Poster = answer.Text("previewMediumUrl");
            var pricing = answer.Object("pricing");
            model.PriceUsd = pricing.Number("priceUsd");
            model.BalanceUsd = pricing.Number("balanceUsd");
            model.IsUnlocked = pricing.IsTrue("unlocked");
            var all = answer.Objects("variants").ToList();
            foreach (var format in SafePath.SceneKinds)
                model.Files.AddRange(answer.Objects(format + "Variants").Select(one => new Choice(one, all)).Where(one => one.Format == format));
            if (model.Files.Count == 0) throw new Problem(model.Title + " has no file that Unity can import.");
            return model;
        }
    }
}

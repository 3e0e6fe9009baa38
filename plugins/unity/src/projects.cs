using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

namespace Lodestock.Online
{
    /// <summary>Reports to a project on the server which of its models this Unity project has, by their receipts.</summary>
    static class Projects
    {
        internal static async Task<List<JsonObject>> List()
        {
            var found = (await Session.Ask("GET", "/api/projects")).Objects("projects").ToList();
            if (found.Count == 0) throw new Problem("There are no projects yet. Make one on the server's Projects page.");
            return found;
        }

        /// <summary>Reports the current files, replacing the previous report; returns the count.</summary>
        internal static async Task<int> Report(string id)
        {
            var server = Session.Server;
            var home = Project.Absolute(Project.Home);
            var folders = Directory.Exists(home) ? Directory.GetDirectories(home) : new string[0];
            var models = await Task.Run(() => folders.SelectMany(folder => Receipt.Placed(folder, server)).ToList());
            await Session.Ask("POST", "/api/projects/" + Uri.EscapeDataString(id) + "/scenes",
                "{\"scene\":" + Json.Quote(Project.Name) + ",\"models\":[" + string.Join(",", models) + "]}");
            return models.Count;
        }
    }
}

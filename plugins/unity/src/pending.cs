using System.IO;
using System.Text;
using UnityEditor;

namespace Lodestock.Online
{
    /// <summary>The running import, stored until it finishes, so that it resumes after scripts are compiled or a crash.</summary>
    static class Pending
    {
        const string SessionKey = "Lodestock.Pending";

        static string Note { get { return Path.Combine(Project.StagingPath, "pending.json"); } }

        /// <summary>True if only scripts were compiled since; otherwise the editor exited.</summary>
        internal static bool IsOfThisSession { get { return SessionState.GetBool(SessionKey, false); } }

        internal static void Keep(Model model, Choice choice, string kind)
        {
            var words = new[] { "server", model.Server, "guid", model.Guid, "title", model.Title, "relativePath", choice.RelativePath, "kind", kind };
            var fields = new string[words.Length / 2];
            for (var at = 0; at < fields.Length; at++) fields[at] = Json.Quote(words[2 * at]) + ":" + Json.Quote(words[2 * at + 1]);
            File.WriteAllText(Path.Combine(Project.Staging, "pending.json"), "{" + string.Join(",", fields) + "}", new UTF8Encoding(false));
            SessionState.SetBool(SessionKey, true);
        }

        /// <summary>What is left to import from the current server; null for nothing.</summary>
        internal static JsonObject Read()
        {
            try
            {
                var note = File.Exists(Note) ? Json.Parse(File.ReadAllText(Note)) : null;
                return note != null && note.Text("server") == Session.Server && SafePath.IsGuid(note.Text("guid")) ? note : null;
            }
            catch (System.Exception failure) when (failure is IOException || failure is Problem)
            {
                return null;
            }
        }

        internal static void Clear()
        {
            SessionState.SetBool(SessionKey, false);
            if (File.Exists(Note)) File.Delete(Note);
        }
    }
}

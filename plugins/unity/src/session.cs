using System;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using UnityEditor;
using UnityEngine;

namespace Lodestock.Online
{
    /// <summary>The server, and its signed-in user.</summary>
    static class Session
    {
        const string ServerKey = "Lodestock.Server";
        const double SlowDownSeconds = 5;

        const string ApprovalKey = "Lodestock.Approval";

        internal static string Token = "";
        internal static string UserCode = "";
        static string sessionId = "";
        static string pollToken = "";
        static double interval;
        static double nextPoll;
        static bool isAsking;
        static string readFor;

        internal static bool HasServer { get { return EditorPrefs.HasKey(ServerKey); } }
        internal static string Server { get { return EditorPrefs.GetString(ServerKey, "http://127.0.0.1:8787"); } }

        internal static void SetServer(string address)
        {
            var plain = address.Trim().TrimEnd('/');
            if (!Web.IsAddress(plain) || plain.IndexOfAny("\"?# ".ToCharArray()) >= 0)
                throw new Problem("The address must start with http:// or https:// and contain no spaces, quotes, ? or #.");
            CancelSignIn();
            EditorPrefs.SetString(ServerKey, plain);
            Token = "";
            readFor = null;
        }

        /// <summary>Reads the stored token once per server; it is never sent to another.</summary>
        internal static async Task Restore()
        {
            var server = Server;
            if (readFor == server) return;
            readFor = server;
            var found = await Secrets.Find(server);
            if (readFor == server && Token == "") Token = found;
        }

        internal static async Task<JsonObject> Ask(string method, string path, string body = null)
        {
            var server = Server;
            var token = Token;
            try
            {
                return await Web.Ask(method, server + path, token, body);
            }
            catch (Problem problem) when (problem.Status == 401)
            {
                if (token == "") throw new Problem("This server shows models only to people who are signed in. Press Sign in.", 401);
                await Forget(server);
                throw new Problem("Your sign-in has ended. Press Sign in.", 401);
            }
        }

        static async Task Forget(string server)
        {
            Token = "";
            await Secrets.Forget(server);
        }

        internal static async Task SignIn()
        {
            var names = new[] { "lodestock-unity", "Lodestock for Unity", About.Version, "unity", Environment.MachineName };
            var fields = new[] { "appSlug", "appName", "appVersion", "pluginFamily", "deviceName" }
                .Select((field, at) => "\"" + field + "\":" + Json.Quote(names[at]));
            var answer = await Web.Ask("POST", Server + "/api/apps/auth/start", "",
                "{" + string.Join(",", fields) + ",\"requestedScopes\":[\"account:read\",\"download:direct\",\"scene:import\",\"lists:write\"]}");
            var page = answer.Text("approveUrlComplete");
            if (!Web.IsAddress(page)) throw new Problem("The server sent no address for the approval page.");
            sessionId = answer.Text("sessionId");
            pollToken = answer.Text("pollToken");
            UserCode = answer.Text("userCode");
            interval = Math.Max(1, answer.Number("interval"));
            nextPoll = EditorApplication.timeSinceStartup + interval;
            // Compiling scripts clears everything in memory while the user is still approving.
            var pending = new[] { Server, sessionId, pollToken, UserCode, interval.ToString(CultureInfo.InvariantCulture) };
            SessionState.SetString(ApprovalKey, string.Join("\n", pending));
            Application.OpenURL(page);
        }

        /// <summary>Resumes a sign-in that started before scripts were compiled.</summary>
        internal static void Resume()
        {
            var pending = SessionState.GetString(ApprovalKey, "").Split('\n');
            if (pending.Length != 5 || pending[0] != Server) return;
            sessionId = pending[1];
            pollToken = pending[2];
            UserCode = pending[3];
            interval = double.Parse(pending[4], CultureInfo.InvariantCulture);
        }

        internal static void CancelSignIn()
        {
            sessionId = "";
            UserCode = "";
            SessionState.EraseString(ApprovalKey);
        }

        /// <summary>Polls for approval when due; never more often than the server allows.</summary>
        internal static async void Tick()
        {
            if (sessionId == "" || isAsking || EditorApplication.timeSinceStartup < nextPoll) return;
            isAsking = true;
            try
            {
                await Poll();
            }
            catch (Problem problem)
            {
                if (problem.Status == 429) interval = Math.Max(interval + SlowDownSeconds, problem.RetryAfter);
                // No response: the user may still be approving, so ask again.
                else if (problem.Status != 0 && problem.Status < 500) Stop(problem.Message);
            }
            catch (Exception failure)
            {
                Stop(failure.Message);
            }
            finally
            {
                isAsking = false;
                nextPoll = EditorApplication.timeSinceStartup + interval;
            }
        }

        static void Stop(string status)
        {
            CancelSignIn();
            Work.Say(status, MessageType.Error);
        }

        static async Task Poll()
        {
            var asked = sessionId;
            var server = Server;
            var answer = await Web.Ask("GET", server + "/api/apps/auth/poll/" + Uri.EscapeDataString(asked) +
                "?pollToken=" + Uri.EscapeDataString(pollToken));
            var status = answer.Text("status");
            if (status == "pending" || asked != sessionId) return;
            if (status == "denied") Stop("The sign-in was denied.");
            else if (status != "approved") Stop("The sign-in has expired. Press Sign in again.");
            else
            {
                CancelSignIn();
                Token = answer.Text("appToken");
                readFor = server;
                var isKept = await Secrets.Keep(server, Token);
                Work.Say(isKept ? "Signed in." : "Signed in until Unity closes, because no keychain is available.", MessageType.Info);
            }
        }

        internal static async Task SignOut()
        {
            var server = Server;
            var failure = "";
            try
            {
                await Web.Ask("POST", server + "/api/auth/logout", Token, "{}");
            }
            catch (Problem problem)
            {
                if (problem.Status != 401) failure = " here, but the server did not respond. Revoke the app on your account page";
            }
            await Forget(server);
            Work.Say("Signed out" + failure + ".", failure == "" ? MessageType.Info : MessageType.Warning);
        }
    }
}

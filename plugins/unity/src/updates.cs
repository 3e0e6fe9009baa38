using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using UnityEditor;
using UnityEngine;

namespace Lodestock.Online
{
    /// <summary>
    /// Checks for a newer version once per editor session, and replaces this file only when the user presses Install and the SHA-256 matches the
    /// feed. The editor starts whatever the feed contains.
    /// </summary>
    [InitializeOnLoad]
    static class Updates
    {
        const string CheckedKey = "Lodestock.UpdateChecked";
        const string FeedKey = "Lodestock.Feed";
        const string FeedOfKey = "Lodestock.FeedOf";
        const string FeedAppKey = "Lodestock.FeedIsOfApp";
        const string FileName = "free3d_online.cs";
        const double LargestFile = 4 * 1024 * 1024;
        // Pre-release users are offered newer pre-releases.
        static readonly string FeedPath = "/assets/plugins/unity/update-feed.json" + (About.Version.IndexOf('-') < 0 ? "" : "?channel=beta");

        static Updates()
        {
            if (Application.isBatchMode || EditorApplication.isPlayingOrWillChangePlaymode) return;
            EditorApplication.delayCall += CheckOnce;
        }

        static string PreviousFile { get { return Path.Combine(Project.StagingPath, FileName + ".previous"); } }
        /// <summary>Read on every event of the window, so the disk is checked once.</summary>
        internal static bool HasPrevious
        {
            get
            {
                if (!hasPrevious.HasValue) hasPrevious = File.Exists(PreviousFile);
                return hasPrevious.Value;
            }
        }

        static bool? hasPrevious;
        static string readFeed = "", readVersion = "";

        /// <summary>The version that the last valid feed offers; "" if none is newer.</summary>
        internal static string Offered
        {
            get
            {
                var feed = SessionState.GetString(FeedKey, "");
                if (feed == readFeed) return readVersion;
                readVersion = feed == "" ? "" : Json.Parse(feed).Text("version");
                readFeed = feed;
                return readVersion;
            }
        }

        /// <summary>True if the desktop app offered it because the server could not be reached.</summary>
        internal static bool IsFromApp { get { return SessionState.GetBool(FeedAppKey, false); } }

        static async void CheckOnce()
        {
            // This constructor runs again whenever scripts are compiled; a session has one check.
            if (SessionState.GetBool(CheckedKey, false) || !Session.HasServer) return;
            SessionState.SetBool(CheckedKey, true);
            try
            {
                await Check();
            }
            catch (Exception)
            {
                // A broken or missing feed must not disturb start-up.
            }
        }

        internal static async Task<bool> Check()
        {
            SessionState.EraseString(FeedKey);
            SessionState.SetBool(FeedAppKey, false);
            var server = Session.Server;
            var source = server;
            var feed = await AskEither(server, home => Web.Ask("GET", (source = home) + FeedPath));
            FileOf(feed, source);
            SessionState.SetBool(FeedAppKey, source != server);
            var change = Compare(feed.Text("version"), About.Version);
            var isBack = change < 0 && feed.IsTrue("rollback");
            if (change <= 0 && !isBack || Compare(HostVersion(feed), Application.unityVersion) > 0) return false;
            RequireTrust(feed, new Uri(source), isBack);
            SessionState.SetString(FeedKey, feed.Raw);
            SessionState.SetString(FeedOfKey, source);
            Work.Say((isBack ? "Your studio went back to version " + feed.Text("version") : "Version " + feed.Text("version") + " is available") + (IsFromApp ? " from the desktop app, because the server is unreachable" : "") +
                ". You have " + About.Version + ".", MessageType.Info);
            return true;
        }

        /// <summary>An update belongs to the server that offered it: switching servers drops it.</summary>
        internal static void Forget() { SessionState.EraseString(FeedKey); }

        internal static async Task CheckAndTell()
        {
            if (await Check()) return;
            Work.Say(IsFromApp ? "The server is unreachable, and the desktop app has nothing newer than version " + About.Version + "."
                : "Version " + About.Version + " is the latest version.", MessageType.Info);
        }

        /// <summary>
        /// Asks the server and, only if it does not respond, the desktop app. A studio may have pinned a version on its server, so any response from
        /// it counts.
        /// </summary>
        static async Task<T> AskEither<T>(string server, Func<string, Task<T>> ask)
        {
            Problem away;
            try
            {
                return await ask(server);
            }
            catch (Problem problem) when (problem.IsAway)
            {
                away = problem;
            }
            var app = HandOver.FindAssets();
            if (app == "") throw away;
            try
            {
                return await ask(app);
            }
            catch (Problem)
            {
                // Report the server's error, which is the one that the user can fix.
                throw away;
            }
        }

        // Over plain http anyone on the network can respond: only what the makers signed counts, and they never sign a request to go back.
        static void RequireTrust(JsonObject feed, Uri source, bool isBack)
        {
            if (source.Scheme == "https" || new[] { "127.0.0.1", "[::1]", "localhost" }.Contains(source.Host)) return;
            if (!isBack && Signature.IsRelease(feed)) return;
            var version = feed.Text("version");
            var said = (isBack ? "Your studio went back to version " + version + ", but its" : "Version " + version + " has no valid signature, and your") +
                " server does not use https. Nothing was installed. Ask your admin to set up https.";
            Work.Say(said, MessageType.Warning);
            throw new Problem(said);
        }

        static string HostVersion(JsonObject feed)
        {
            var least = feed.Text("minHostVersion");
            return least == "" ? "0" : least;
        }

        /// <summary>The file that a feed offers, after every field has been checked.</summary>
        static Arrival FileOf(JsonObject feed, string server)
        {
            if (feed.Text("family") != "unity") throw new Problem("The update feed is not for Unity.");
            if (!IsVersion(feed.Text("version"))) throw new Problem("The update feed has no valid version.");
            var file = feed.Objects("files").FirstOrDefault(one => one.Text("name") == FileName);
            if (file == null) throw new Problem("The update feed does not list " + FileName + ".");
            var feedAddress = new Uri(server + FeedPath);
            if (!Uri.TryCreate(feedAddress, file.Text("url"), out var address) || !Web.IsAddress(address.AbsoluteUri) ||
                address.Scheme != "https" && !Web.IsSameOrigin(address, feedAddress))
                throw new Problem("The update feed points to another server without https.");
            if (!SafePath.IsHash(file.Text("sha256")) || file.Number("sizeBytes") < 1 || file.Number("sizeBytes") > LargestFile)
                throw new Problem("The update feed has no valid SHA-256 or size.");
            return new Arrival { Url = address.AbsoluteUri, Sha256 = file.Text("sha256"), SizeBytes = file.Number("sizeBytes") };
        }

        /// <summary>The SHA-256 of the downloaded update; fetched from the desktop app if the server is gone.</summary>
        static Task<string> Fetch(string url, string server, Func<string, Task<string>> fetch)
        {
            var home = new Uri(server + "/").AbsoluteUri;
            return IsFromApp || !url.StartsWith(home, StringComparison.Ordinal) ? fetch(url)
                : AskEither(server, source => fetch(source == server ? url : source + "/" + url.Substring(home.Length)));
        }

        internal static async Task Install(string ownFile)
        {
            RefusePackage(ownFile);
            if (IsFromApp)
            {
                // The server may be back, with a version that its studio has pinned.
                var wanted = Offered;
                await CheckAndTell();
                if (Offered != wanted) return;
            }
            var feed = Json.Parse(SessionState.GetString(FeedKey, "{}"));
            var source = SessionState.GetString(FeedOfKey, "");
            var file = FileOf(feed, source);
            var part = Path.Combine(Project.Staging, FileName + ".part");
            try
            {
                var used = "";
                var hash = await Fetch(file.Url, source, async url =>
                {
                    used = url;
                    using (var transfer = new Transfer((long)file.SizeBytes)) return await Task.Run(() => Web.Fetch(url, part, transfer));
                });
                if (hash != file.Sha256) throw new Problem("The update does not match what the server announced. Nothing was changed.");
                var next = File.ReadAllBytes(part);
                File.Copy(Project.Absolute(ownFile), PreviousFile, true);
                hasPrevious = null;
                SessionState.EraseString(FeedKey);
                Work.Say("Version " + feed.Text("version") + " is installed" + (IsFromApp || used != file.Url ? " from the desktop app." : "."), MessageType.Info);
                Replace(ownFile, next);
            }
            finally
            {
                if (File.Exists(part)) File.Delete(part);
            }
        }

        internal static void RollBack(string ownFile)
        {
            RefusePackage(ownFile);
            var previous = File.ReadAllBytes(PreviousFile);
            File.Copy(Project.Absolute(ownFile), PreviousFile, true);
            Work.Say("The previous version is installed again.", MessageType.Info);
            Replace(ownFile, previous);
        }

        static void RefusePackage(string ownFile)
        {
            if (!ownFile.StartsWith("Assets/", StringComparison.Ordinal))
                throw new Problem("This copy is part of a package. Change its version in the Package Manager.");
        }

        static void Replace(string ownFile, byte[] content)
        {
            File.WriteAllBytes(Project.Absolute(ownFile), content);
            AssetDatabase.ImportAsset(ownFile);
        }

        static bool IsVersion(string version)
        {
            var parts = version.Split('+')[0].Split(new[] { '-' }, 2)[0].Split('.');
            return parts.Length == 3 && parts.All(part => part.Length > 0 && part.Length < 9 && part.All(char.IsDigit));
        }

        // The numbers of "2021.3.0f1" or "1.2.0-beta.2", without the pre-release.
        static int[] NumbersOf(string version)
        {
            return version.Split('+')[0].Split('-')[0].Split('.')
                .Select(part => int.TryParse(new string(part.TakeWhile(char.IsDigit).ToArray()), out var number) ? number : 0).ToArray();
        }

        /// <summary>Above 0 if one is newer than other, by semantic versioning.</summary>
        internal static int Compare(string one, string other)
        {
            var left = NumbersOf(one);
            var right = NumbersOf(other);
            for (var at = 0; at < Math.Max(left.Length, right.Length); at++)
            {
                var difference = (at < left.Length ? left[at] : 0).CompareTo(at < right.Length ? right[at] : 0);
                if (difference != 0) return difference;
            }
            var before = one.Split('+')[0].Split(new[] { '-' }, 2).Skip(1).FirstOrDefault() ?? "";
            var after = other.Split('+')[0].Split(new[] { '-' }, 2).Skip(1).FirstOrDefault() ?? "";
            if (before == "" || after == "") return (before == "" ? 1 : 0) - (after == "" ? 1 : 0);
            return CompareForerunners(before.Split('.'), after.Split('.'));
        }

        static int CompareForerunners(string[] left, string[] right)
        {
            for (var at = 0; at < Math.Min(left.Length, right.Length); at++)
            {
                var isNumber = int.TryParse(left[at], out var one);
                var isOtherNumber = int.TryParse(right[at], out var other);
                var difference = isNumber && isOtherNumber ? one.CompareTo(other)
                    : isNumber != isOtherNumber ? (isNumber ? -1 : 1)
                    : string.CompareOrdinal(left[at], right[at]);
                if (difference != 0) return difference;
            }
            return left.Length.CompareTo(right.Length);
        }
    }
}

#if UNITY_EDITOR
// Lodestock for Unity 2019.4 to 6000.x: finds a model in a Lodestock catalogue and brings exactly the file you choose into
// this project and, where you want it, into the open scene.
//
// Install: put this file anywhere below Assets (Assets/Editor is usual), or add the package com.lodestock.unity.
// Open: Window > Lodestock > Online Catalogue.
//
// HttpWebRequest and not UnityWebRequest, because Unity 2022 and later refuse plain http:// there, and servers of a studio are
// often reached by it; and not HttpClient, whose assembly older projects do not reference. The language is C# 7 as every Unity
// since 2019.4 compiles it.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;
using BigInteger = System.Numerics.BigInteger;
using Debug = UnityEngine.Debug;
using Object = UnityEngine.Object;

namespace Lodestock.Online
{
    static class About
    {
        internal const string Version = "0.1.4";
        internal const string Title = "Lodestock";
    }

    /// <summary>The person said no to a charge.</summary>
    sealed class Declined : OperationCanceledException { }

    /// <summary>An error the user can act on; its message is shown as is.</summary>
    sealed class Problem : Exception
    {
        internal readonly int Status;
        internal readonly double RetryAfter;
        /// <summary>The server did not answer, or answered with a 5xx.</summary>
        internal readonly bool IsAway;
        /// <summary>A file host serves a file no longer at this address.</summary>
        internal bool IsEndedAddress { get { return Status == 403 || Status == 404 || Status == 410; } }

        internal Problem(string message, int status = 0, double retryAfter = 0, bool isAway = false) : base(message)
        {
            Status = status;
            RetryAfter = retryAfter;
            IsAway = isAway || status >= 500;
        }
    }

    /// <summary>A JSON object that keeps its text, so that it can be sent back unchanged (JsonUtility would lose nulls).</summary>
    sealed class JsonObject
    {
        internal readonly Dictionary<string, object> Fields = new Dictionary<string, object>();
        internal string Raw = "{}";

        internal object Get(string key)
        {
            return Fields.TryGetValue(key, out var value) ? value : null;
        }

        internal string Text(string key) { return Get(key) as string ?? ""; }

        internal double Number(string key) { return Get(key) is double number ? number : 0; }

        internal bool IsTrue(string key) { return Get(key) is bool value && value; }

        internal JsonObject Object(string key) { return Get(key) as JsonObject ?? new JsonObject(); }

        internal List<JsonObject> Objects(string key)
        {
            return (Get(key) as List<object> ?? new List<object>()).OfType<JsonObject>().ToList();
        }

        internal List<string> Texts(string key)
        {
            return (Get(key) as List<object> ?? new List<object>()).OfType<string>().ToList();
        }
    }

    sealed class Json
    {
        const int LongestText = 4 * 1024 * 1024;
        const int DeepestNesting = 50;

        readonly string text;
        int index;
        int depth;

        Json(string text) { this.text = text; }

        internal static JsonObject Parse(string text)
        {
            if (text.Length > LongestText) throw new Problem("The answer is not valid JSON: too long.");
            var reader = new Json(text);
            var value = reader.ReadValue() as JsonObject;
            reader.SkipBlank();
            if (value == null || reader.index < text.Length) throw reader.Unreadable("not an object");
            return value;
        }

        internal static string Quote(string value)
        {
            if (value == null) return "null";
            var result = new StringBuilder("\"");
            foreach (var sign in value)
            {
                if (sign == '"' || sign == '\\') result.Append('\\').Append(sign);
                else if (sign < ' ') result.AppendFormat(CultureInfo.InvariantCulture, "\\u{0:x4}", (int)sign);
                else result.Append(sign);
            }
            return result.Append('"').ToString();
        }

        Problem Unreadable(string what) { return new Problem("The answer is not valid JSON: " + what + " at character " + index + "."); }

        void SkipBlank()
        {
            while (index < text.Length && " \t\r\n".IndexOf(text[index]) >= 0) index++;
        }

        char Next()
        {
            SkipBlank();
            if (index >= text.Length) throw Unreadable("unexpected end");
            return text[index];
        }

        void Expect(char sign)
        {
            if (Next() != sign) throw Unreadable("'" + sign + "' is missing");
            index++;
        }

        object ReadValue()
        {
            // A hostile answer must not exhaust the editor's stack.
            if (++depth > DeepestNesting) throw Unreadable("nested too deeply");
            var sign = Next();
            var value = sign == '{' ? ReadObject() : sign == '[' ? ReadList() : sign == '"' ? ReadText() : ReadWord();
            depth--;
            return value;
        }

        bool Continues(char closing)
        {
            if (Next() == closing) return false;
            Expect(',');
            return true;
        }

        object ReadObject()
        {
            var start = index;
            var result = new JsonObject();
            index++;
            if (Next() != '}')
                do
                {
                    if (Next() != '"') throw Unreadable("a name is missing");
                    var key = ReadText();
                    Expect(':');
                    result.Fields[key] = ReadValue();
                } while (Continues('}'));
            index++;
            result.Raw = text.Substring(start, index - start);
            return result;
        }

        object ReadList()
        {
            var result = new List<object>();
            index++;
            if (Next() != ']')
                do result.Add(ReadValue());
                while (Continues(']'));
            index++;
            return result;
        }

        string ReadText()
        {
            var result = new StringBuilder();
            for (index++; index < text.Length && text[index] != '"'; index++)
                result.Append(text[index] == '\\' ? ReadEscape() : text[index]);
            if (index >= text.Length) throw Unreadable("unterminated text");
            index++;
            return result.ToString();
        }

        char ReadEscape()
        {
            index++;
            if (index >= text.Length) throw Unreadable("unterminated text");
            var known = "nrtbf".IndexOf(text[index]);
            if (known >= 0) return "\n\r\t\b\f"[known];
            if (text[index] != 'u') return text[index];
            index += 4;
            if (index >= text.Length ||
                !int.TryParse(text.Substring(index - 3, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
                throw Unreadable("invalid escape");
            return (char)code;
        }

        object ReadWord()
        {
            var start = index;
            while (index < text.Length && ",]} \t\r\n".IndexOf(text[index]) < 0) index++;
            var word = text.Substring(start, index - start);
            if (word == "null") return null;
            if (word == "true" || word == "false") return word == "true";
            if (double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)) return number;
            throw Unreadable("unexpected word");
        }
    }

    static class Web
    {
        const int LongestAnswer = 4 * 1024 * 1024;
        const int PatienceMilliseconds = 30000;
        const int MostConnections = 8;
        static readonly HashSet<HttpWebRequest> running = new HashSet<HttpWebRequest>();
        static bool isClosed;

        /// <summary>Ends what is under way, and lets nothing begin that a thread was still to send.</summary>
        internal static void Close()
        {
            HttpWebRequest[] left;
            lock (running)
            {
                isClosed = true;
                left = running.ToArray();
                running.Clear();
            }
            foreach (var one in left) one.Abort();
        }

        /// <summary>Only http and https are ever opened or fetched.</summary>
        internal static bool IsAddress(string address)
        {
            return Uri.TryCreate(address, UriKind.Absolute, out var uri) &&
                (uri.Scheme == "http" || uri.Scheme == "https") && uri.UserInfo == "" && address.IndexOf('\\') < 0;
        }

        /// <summary>Only plain http on this computer, with a port and no path.</summary>
        internal static bool IsLoopback(string address)
        {
            var home = new[] { "http://127.0.0.1:", "http://[::1]:" }.FirstOrDefault(one => address.StartsWith(one, StringComparison.Ordinal));
            return home != null &&
                int.TryParse(address.Substring(home.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var port) && port > 0 && port < 65536;
        }

        internal static bool IsSameOrigin(Uri one, Uri other)
        {
            return one.Scheme == other.Scheme && one.Host == other.Host && one.Port == other.Port;
        }

        internal static Task<JsonObject> Ask(string method, string address, string token = "", string body = null)
        {
            return Task.Run(() => Json.Parse(Encoding.UTF8.GetString(Exchange(Prepare(method, address, token), body, ReadAll))));
        }

        internal static Task<byte[]> Picture(string address)
        {
            // Some servers show posters only to people they know; nobody else is told who asks.
            var token = IsSameOrigin(new Uri(address), new Uri(Session.Server)) ? Session.Token : "";
            return Task.Run(() =>
            {
                var request = Prepare("GET", address, token);
                request.Accept = "image/png, image/jpeg";
                return Exchange(request, null, ReadAll);
            });
        }

        // On a worker thread, like everything below: looking for a proxy or a name can take seconds.
        static HttpWebRequest Prepare(string method, string address, string token)
        {
            var request = WebRequest.CreateHttp(address);
            request.Method = method;
            // A redirect could carry a token or a file request to another host: none is followed.
            request.AllowAutoRedirect = false;
            request.UserAgent = "Lodestock-Unity/" + About.Version;
            request.Timeout = PatienceMilliseconds;
            request.ReadWriteTimeout = PatienceMilliseconds;
            if (request.RequestUri.IsLoopback) request.Proxy = null;
            request.ServicePoint.ConnectionLimit = MostConnections;
            request.ServicePoint.Expect100Continue = false;
            if (token != "") request.Headers[HttpRequestHeader.Authorization] = "Bearer " + token;
            return request;
        }

        /// <summary>Sends a request and uses its answer; anything but success becomes a Problem.</summary>
        static T Exchange<T>(HttpWebRequest request, string body, Func<HttpWebResponse, T> use)
        {
            lock (running)
            {
                if (isClosed) throw new OperationCanceledException();
                running.Add(request);
            }
            try
            {
                using (var response = Answer(request, body))
                {
                    if ((int)response.StatusCode >= 200 && (int)response.StatusCode < 300) return use(response);
                    throw Explain(response);
                }
            }
            catch (Exception failure) when (failure is WebException || failure is IOException || failure is ObjectDisposedException)
            {
                throw new Problem("No answer from " + request.RequestUri.GetLeftPart(UriPartial.Authority) +
                    ". Check the address and your network.", isAway: true);
            }
            finally
            {
                lock (running) running.Remove(request);
            }
        }

        static HttpWebResponse Answer(HttpWebRequest request, string body)
        {
            try
            {
                if (body != null)
                {
                    var bytes = Encoding.UTF8.GetBytes(body);
                    request.ContentType = "application/json";
                    request.ContentLength = bytes.Length;
                    using (var output = request.GetRequestStream()) output.Write(bytes, 0, bytes.Length);
                }
                return (HttpWebResponse)request.GetResponse();
            }
            catch (WebException failure) when (failure.Response is HttpWebResponse)
            {
                return (HttpWebResponse)failure.Response;
            }
        }

        static byte[] ReadAll(HttpWebResponse response)
        {
            var clock = Stopwatch.StartNew();
            using (var input = response.GetResponseStream())
            using (var output = new MemoryStream())
            {
                var buffer = new byte[32 * 1024];
                int size;
                while ((size = input.Read(buffer, 0, buffer.Length)) > 0)
                {
                    output.Write(buffer, 0, size);
                    // Neither an endless answer nor one that trickles in may hold the window.
                    if (output.Length > LongestAnswer || clock.ElapsedMilliseconds > PatienceMilliseconds) throw new IOException();
                }
                return output.ToArray();
            }
        }

        static Problem Explain(HttpWebResponse response)
        {
            var status = (int)response.StatusCode;
            double.TryParse(response.Headers[HttpResponseHeader.RetryAfter] ?? "", NumberStyles.None, CultureInfo.InvariantCulture, out var wait);
            var said = "";
            try
            {
                var error = Json.Parse(Encoding.UTF8.GetString(ReadAll(response)));
                var candidates = error.Object("details").Objects("candidates")
                    .Take(8).Select(one => one.Text("format") + " " + one.Text("lod") + " " + one.Text("relativePath"));
                said = error.Text("message");
                if (candidates.Any()) said += " Available: " + string.Join(", ", candidates) + ".";
            }
            catch (Exception)
            {
                // A proxy in between answers in HTML: the status says enough.
            }
            return new Problem(OneLine(said == "" ? ByStatus(status, response) : said), status, wait);
        }

        static string ByStatus(int status, HttpWebResponse response)
        {
            if (status == 401) return "Your sign-in has ended. Press Sign in.";
            if (status == 402) return "Your balance does not cover this model. Nothing was charged.";
            if (status == 404) return "This is not on the server. Check the address, then search again.";
            if (status == 429) return "Too many requests. Wait a minute and try again.";
            var elsewhere = response.Headers[HttpResponseHeader.Location];
            if (status >= 300 && status < 400 && elsewhere != null) return "The server redirects to " + elsewhere + ". Enter that address.";
            return "The server reported an error (" + status + "). Nothing was charged. Try again later.";
        }

        internal static string OneLine(string text)
        {
            var plain = new string(text.Select(sign => char.IsControl(sign) ? ' ' : sign).ToArray());
            return plain.Length > 600 ? plain.Substring(0, 600) + "…" : plain;
        }

        /// <summary>
        /// Streams a body to a file and returns the SHA-256 of the whole; what an earlier attempt left is continued. It belongs on a
        /// worker thread, and must not call Unity.
        /// </summary>
        internal static string Fetch(string address, string target, Transfer transfer)
        {
            var request = Prepare("GET", address, "");
            var known = File.Exists(target) ? new FileInfo(target).Length : 0;
            if (known > 0) request.AddRange(known);
            try
            {
                using (transfer.Token.Register(request.Abort))
                    Exchange(request, null, response => Save(response, target, known, transfer));
            }
            catch (Problem problem)
            {
                transfer.Token.ThrowIfCancellationRequested();
                // 416 comes when all of it was there.
                if (problem.Status != (int)HttpStatusCode.RequestedRangeNotSatisfiable) throw;
            }
            return Project.HashOf(target);
        }

        static long Save(HttpWebResponse response, string target, long known, Transfer transfer)
        {
            var isContinued = response.StatusCode == HttpStatusCode.PartialContent;
            if (isContinued) transfer.Advance(known);
            var saved = 0L;
            using (var output = new FileStream(target, isContinued ? FileMode.Append : FileMode.Create))
            {
                try
                {
                    var buffer = new byte[128 * 1024];
                    var input = response.GetResponseStream();
                    int size;
                    while ((size = input.Read(buffer, 0, buffer.Length)) > 0)
                    {
                        output.Write(buffer, 0, size);
                        saved += size;
                        transfer.Advance(size);
                    }
                }
                catch (Exception failure) when (!(failure is Problem))
                {
                    throw Lost();
                }
            }
            // Some versions of Mono take an early end of the connection for the end of the file.
            if (response.ContentLength > saved) throw Lost();
            return saved;
        }

        static Problem Lost() { return new Problem("The connection was lost. Import again: it continues where it ended.", isAway: true); }

        internal static string Hex(byte[] bytes)
        {
            return string.Concat(bytes.Select(one => one.ToString("x2", CultureInfo.InvariantCulture)));
        }
    }

    /// <summary>Progress of a download; written by a worker thread, read by the window.</summary>
    sealed class Transfer : IDisposable
    {
        readonly CancellationTokenSource stop = new CancellationTokenSource();
        readonly long totalBytes;
        long doneBytes;

        internal Transfer(long totalBytes) { this.totalBytes = Math.Max(1, totalBytes); }

        internal CancellationToken Token { get { return stop.Token; } }
        internal float Part { get { return Mathf.Clamp01((float)Interlocked.Read(ref doneBytes) / totalBytes); } }

        internal void Advance(long bytes)
        {
            // A body that is longer than announced would fill the disk.
            if (Interlocked.Add(ref doneBytes, bytes) > totalBytes)
                throw new Problem("A file is larger than the server announced. Nothing was imported.");
        }

        internal void Cancel() { stop.Cancel(); }

        public void Dispose() { stop.Dispose(); }
    }

    /// <summary>Which paths and kinds of files a server may bring into the project.</summary>
    static class SafePath
    {
        const int LongestPath = 240;
        static readonly string[] Devices = { "con", "prn", "aux", "nul" };
        // Never a script, an assembly, a .meta or a .asset: Unity would run it, or take it for another file.
        internal static readonly string[] SceneKinds = { "fbx", "obj", "glb", "unitypackage" };
        static readonly string[] SupportKinds = (
            "png jpg jpeg webp tga tif tiff exr hdr bmp dds ktx ktx2 psd gif basis mtl bin").Split(' ');

        internal static string KindOf(string path) { return Path.GetExtension(path).TrimStart('.').ToLowerInvariant(); }

        internal static bool IsSupport(string path) { return SupportKinds.Contains(KindOf(path)); }

        internal static bool IsGuid(string guid)
        {
            return guid.Length > 0 && guid.Length <= 128 && guid.All(sign => sign < 128 && (char.IsLetterOrDigit(sign) || sign == '_' || sign == '-'));
        }

        internal static bool IsHash(string hash)
        {
            return hash.Length == 64 && hash.All(sign => "0123456789abcdef".IndexOf(sign) >= 0);
        }

        static bool IsDevice(string part)
        {
            var stem = part.Split('.')[0].TrimEnd().ToLowerInvariant();
            var isNumbered = stem.Length == 4 && (stem.StartsWith("com") || stem.StartsWith("lpt")) && char.IsDigit(stem[3]);
            return isNumbered || Devices.Contains(stem);
        }

        static bool IsPart(string part)
        {
            // Unity does not see names with a dot in front or a tilde at the end.
            return part != "" && !part.StartsWith(".") && !part.EndsWith("~") && !part.EndsWith(".") && !part.EndsWith(" ") && !IsDevice(part);
        }

        internal static void Check(string relative, string[] kinds)
        {
            var isSafe = relative.Length <= LongestPath && relative.IndexOfAny("\\:*?\"<>|".ToCharArray()) < 0 &&
                !relative.Any(char.IsControl) && relative.Split('/').Length > 1 && relative.Split('/').All(IsPart);
            if (!isSafe) throw new Problem("The server sent a file path that is not allowed: " + Web.OneLine(relative));
            if (!(kinds ?? SupportKinds).Contains(KindOf(relative)))
                throw new Problem("The server sent a type of file that models do not need: " + Web.OneLine(relative));
        }

        /// <summary>The absolute path of a checked relative path; symbolic links are refused.</summary>
        internal static string Below(string root, string relative)
        {
            var place = Path.GetFullPath(Path.Combine(root, relative));
            if (!place.StartsWith(Path.GetFullPath(root) + Path.DirectorySeparatorChar, StringComparison.Ordinal))
                throw new Problem("The server sent a file path that is not allowed: " + Web.OneLine(relative));
            var way = root;
            foreach (var part in relative.Split('/'))
            {
                way = Path.Combine(way, part);
                if ((Directory.Exists(way) || File.Exists(way)) && (File.GetAttributes(way) & FileAttributes.ReparsePoint) != 0)
                    throw new Problem(way + " is a link. Remove it and import again.");
            }
            return place;
        }

        internal static string FolderName(string title, string guid)
        {
            var plain = new string(title.Normalize().Select(sign => char.IsControl(sign) || "<>:\"/\\|?*".IndexOf(sign) >= 0 ? ' ' : sign).ToArray());
            var words = string.Join(" ", plain.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries));
            var name = (words.Length > 60 ? words.Substring(0, char.IsHighSurrogate(words[59]) ? 59 : 60) : words).Trim('.', ' ');
            return (name == "" || IsDevice(name) ? ("Model " + name).Trim() : name) + "_" + guid;
        }
    }

    /// <summary>The folders of this project; the first use must be on the main thread.</summary>
    static class Project
    {
        internal const string Home = "Assets/Lodestock";
        static string root;

        internal static string Root
        {
            get
            {
                if (root == null) root = Path.GetDirectoryName(Application.dataPath);
                return root;
            }
        }

        internal static string Name { get { return Path.GetFileName(Root); } }

        /// <summary>Where downloads stay until they are verified: outside Assets, where Unity would import partial files.</summary>
        internal static string Staging
        {
            get
            {
                Directory.CreateDirectory(StagingPath);
                return StagingPath;
            }
        }

        /// <summary>The same folder, which need not be there.</summary>
        internal static string StagingPath { get { return Path.Combine(Root, "Library", "Lodestock"); } }

        internal static string Absolute(string assetPath) { return Path.Combine(Root, assetPath); }

        /// <summary>The packages that import GLB, the one to add first. Unity itself imports none.</summary>
        internal static readonly string[] GlbPackages = { "com.unity.cloud.gltfast", "com.atteneder.gltfast", "org.khronos.unitygltf" };

        /// <summary>Whether the project has a package of its own, or by way of another one.</summary>
        internal static bool HasPackage(string name)
        {
            return new[] { "Packages/manifest.json", "Packages/packages-lock.json" }.Select(Absolute)
                .Any(file => File.Exists(file) && File.ReadAllText(file).IndexOf("\"" + name + "\"", StringComparison.Ordinal) >= 0);
        }

        /// <summary>An importer may also have been copied into Assets.</summary>
        internal static bool ReadsGlb()
        {
            return GlbPackages.Any(HasPackage) || AppDomain.CurrentDomain.GetAssemblies().Select(one => one.GetName().Name)
                .Any(name => name.StartsWith("glTFast", StringComparison.Ordinal) || name.StartsWith("UnityGLTF", StringComparison.Ordinal));
        }

        /// <summary>The folder of a model, found again by its guid when the title has changed.</summary>
        internal static string FolderOf(string title, string guid)
        {
            var home = Absolute(Home);
            var known = Directory.Exists(home)
                ? Directory.GetDirectories(home).Select(Path.GetFileName).Where(name => Receipt.GuidIn(Home + "/" + name) == guid).ToList()
                : new List<string>();
            return Home + "/" + (known.Count > 0 ? known[0] : SafePath.FolderName(title, guid));
        }

        internal static string HashOf(string file)
        {
            using (var hash = SHA256.Create())
            using (var stream = File.OpenRead(file))
                return Web.Hex(hash.ComputeHash(stream));
        }
    }

    /// <summary>
    /// The token, kept by the operating system: DPAPI, the macOS keychain or the Secret Service. If none of them works, it
    /// lives until the editor closes. EditorPrefs are plain text, so they hold only what DPAPI has encrypted.
    /// </summary>
    static class Secrets
    {
        const string Service = "Lodestock for Unity";
        const int PatienceMilliseconds = 60000;
        static readonly byte[] Entropy = Encoding.UTF8.GetBytes(Service);

        static string KeyOf(string server) { return "Lodestock.Token." + server; }

        internal static async Task<bool> Keep(string server, string token)
        {
            SessionState.SetString(KeyOf(server), token);
            var platform = Application.platform;
            if (platform == RuntimePlatform.WindowsEditor)
            {
                var locked = Protect("Protect", Encoding.UTF8.GetBytes(token));
                if (locked != null) EditorPrefs.SetString(KeyOf(server), Convert.ToBase64String(locked));
                return locked != null;
            }
            if (platform == RuntimePlatform.OSXEditor)
            {
                // By standard input, because arguments are visible to every process.
                var line = "add-generic-password -U -s \"" + Service + "\" -a \"" + server + "\" -w \"" + token + "\"\n";
                return await Task.Run(() => Call("security", "-i", line)) != null;
            }
            return await Task.Run(() => Call("secret-tool", "store --label=\"" + Service + "\" " + Attributes(server), token)) != null;
        }

        internal static async Task<string> Find(string server)
        {
            var known = SessionState.GetString(KeyOf(server), "");
            if (known != "") return known;
            var platform = Application.platform;
            var found = "";
            if (platform == RuntimePlatform.WindowsEditor)
            {
                var locked = EditorPrefs.GetString(KeyOf(server), "");
                var open = locked == "" ? null : Protect("Unprotect", Convert.FromBase64String(locked));
                found = open == null ? "" : Encoding.UTF8.GetString(open);
            }
            else if (platform == RuntimePlatform.OSXEditor)
                found = await Task.Run(() => Call("security", "find-generic-password -s \"" + Service + "\" -a \"" + server + "\" -w", "")) ?? "";
            else found = await Task.Run(() => Call("secret-tool", "lookup " + Attributes(server), "")) ?? "";
            found = found.Trim();
            SessionState.SetString(KeyOf(server), found);
            return found;
        }

        internal static async Task Forget(string server)
        {
            SessionState.EraseString(KeyOf(server));
            var platform = Application.platform;
            if (platform == RuntimePlatform.WindowsEditor) EditorPrefs.DeleteKey(KeyOf(server));
            else if (platform == RuntimePlatform.OSXEditor)
                await Task.Run(() => Call("security", "delete-generic-password -s \"" + Service + "\" -a \"" + server + "\"", ""));
            else await Task.Run(() => Call("secret-tool", "clear " + Attributes(server), ""));
        }

        static string Attributes(string server) { return "service \"" + Service + "\" server \"" + server + "\""; }

        // Not every API level of Unity lets a script name ProtectedData, but the editor's Mono has it.
        static byte[] Protect(string method, byte[] data)
        {
            foreach (var name in new[] { "System.Security, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a", "System.Security.Cryptography.ProtectedData" })
                try
                {
                    var assembly = Assembly.Load(name);
                    var scope = assembly.GetType("System.Security.Cryptography.DataProtectionScope", true);
                    var tool = assembly.GetType("System.Security.Cryptography.ProtectedData", true).GetMethod(method);
                    return (byte[])tool.Invoke(null, new[] { data, Entropy, Enum.ToObject(scope, 0) });
                }
                catch (Exception)
                {
                    // Try the next name; otherwise keep it until the editor closes.
                }
            return null;
        }

        /// <summary>What a program printed; null if it is missing, fails or does not end.</summary>
        static string Call(string program, string arguments, string input)
        {
            try
            {
                var start = new ProcessStartInfo(program, arguments)
                {
                    UseShellExecute = false,
                    CreateNoWindow = true,
                    RedirectStandardInput = true,
                    RedirectStandardOutput = true,
                    RedirectStandardError = true
                };
                using (var process = Process.Start(start))
                {
                    process.ErrorDataReceived += (sender, line) => { };
                    process.BeginErrorReadLine();
                    var output = process.StandardOutput.ReadToEndAsync();
                    process.StandardInput.Write(input);
                    process.StandardInput.Close();
                    if (process.WaitForExit(PatienceMilliseconds)) return process.ExitCode == 0 ? output.Result : null;
                    process.Kill();
                    return null;
                }
            }
            catch (Exception)
            {
                return null;
            }
        }
    }

    /// <summary>The server, and who is signed in to it.</summary>
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
                "{" + string.Join(",", fields) + ",\"requestedScopes\":[\"account:read\",\"download:direct\",\"scene:import\"]}");
            var page = answer.Text("approveUrlComplete");
            if (!Web.IsAddress(page)) throw new Problem("The server sent no address for the approval page.");
            sessionId = answer.Text("sessionId");
            pollToken = answer.Text("pollToken");
            UserCode = answer.Text("userCode");
            interval = Math.Max(1, answer.Number("interval"));
            nextPoll = EditorApplication.timeSinceStartup + interval;
            // A compilation of scripts empties everything in memory, and the person is still approving.
            var pending = new[] { Server, sessionId, pollToken, UserCode, interval.ToString(CultureInfo.InvariantCulture) };
            SessionState.SetString(ApprovalKey, string.Join("\n", pending));
            Application.OpenURL(page);
        }

        /// <summary>Goes on with a sign-in that began before scripts were compiled.</summary>
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

        /// <summary>Polls for approval when it is due; never more often than the server allows.</summary>
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
                // Without an answer the person may still be approving: ask again.
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

    /// <summary>One job at a time, with its progress and outcome; ended before scripts reload.</summary>
    [InitializeOnLoad]
    static class Work
    {
        internal static string Status = "";
        internal static MessageType Kind = MessageType.None;
        internal static bool IsBusy;
        /// <summary>What this job has charged, as the last sentence of what it says; "" for nothing.</summary>
        internal static string Charged = "";
        internal static Transfer Current;
        internal static event Action Changed;

        static Work()
        {
            AssemblyReloadEvents.beforeAssemblyReload += End;
            EditorApplication.quitting += End;
            EditorApplication.update += Session.Tick;
            Session.Resume();
        }

        // Tasks end silently when scripts recompile; their connections and progress bars must end with them.
        static void End()
        {
            if (Current != null) Current.Cancel();
            Web.Close();
            EditorUtility.ClearProgressBar();
        }

        internal static void Say(string status, MessageType kind)
        {
            Status = status;
            Kind = kind;
            if (Changed != null) Changed();
        }

        internal static async void Run(Func<Task> job) { await RunToEnd(job); }

        /// <summary>Whether the job succeeded; Status holds the failure.</summary>
        internal static async Task<bool> RunToEnd(Func<Task> job)
        {
            if (IsBusy) return false;
            IsBusy = true;
            Charged = "";
            try
            {
                await job();
                return true;
            }
            catch (Declined)
            {
                Say("Cancelled. Nothing was charged.", MessageType.Info);
            }
            catch (OperationCanceledException)
            {
                Say("Cancelled. Complete files are kept." + Charged, MessageType.Info);
            }
            catch (Problem problem)
            {
                Say(problem.Message + Charged, MessageType.Error);
            }
            catch (Exception failure)
            {
                Say(failure.Message, MessageType.Error);
                Debug.LogException(failure);
            }
            finally
            {
                IsBusy = false;
                EditorUtility.ClearProgressBar();
                if (Changed != null) Changed();
            }
            return false;
        }

        internal static void Cancel()
        {
            if (Current != null) Current.Cancel();
        }
    }

    /// <summary>One exact file of a model, with the request to send back to the server unchanged.</summary>
    sealed class Choice
    {
        internal readonly string Format, Lod, Variant, RelativePath, FileName, Sha256, Body, MadeFrom;
        internal readonly double SizeBytes, Triangles;
        readonly List<JsonObject> obstacles;

        /// <param name="all">Every scene file of the model, those that Unity does not import too.</param>
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
            Body = variant.Object("downloadRequest").Object("body").Raw;
            MadeFrom = "";
            if (!(variant.Get("derived") is JsonObject)) return;
            var source = all.FirstOrDefault(one => one.Text("sha256") == variant.Object("derived").Text("from"));
            MadeFrom = source == null ? "made from another file" : "made from the " + Web.OneLine(source.Text("lod"));
        }

        /// <summary>What this project stops at in the file, as a sentence; "" when nothing is known. A package may read what Unity alone does not.</summary>
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

    /// <summary>A model as its page shows it.</summary>
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

        /// <summary>A button's words, with the price of what it brings.</summary>
        internal string Priced(string words, string lod)
        {
            return Costs(lod) ? string.Format(CultureInfo.InvariantCulture, "{0} for {1:0.00} USD", words, PriceUsd) : words;
        }

        /// <summary>The server's own request for a file, with the most that it may charge before it.</summary>
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

        /// <summary>The same file in another topology, for switching in place.</summary>
        internal Choice Counterpart(string lod, string format, string fileName)
        {
            var candidates = FilesOf(lod, format);
            var named = candidates.Where(file => file.FileName == fileName).ToArray();
            if (named.Length == 1) return named[0];
            if (candidates.Length == 1) return candidates[0];
            throw new Problem(Title + " has " + candidates.Length + " " + format + " files in " + lod +
                ", and it is unclear which one corresponds to " + fileName + ". Import the one you want.");
        }
    }

    static class Catalogue
    {
        internal const int PageSize = 24;

        internal static Task<JsonObject> Find(string words, int offset)
        {
            var path = "/api-embeddings/?q=" + Uri.EscapeDataString(words) + "&limit=" + PageSize + "&offset=" + offset;
            foreach (var format in SafePath.SceneKinds) path += "&format=" + format;
            return Session.Ask("GET", path);
        }

        /// <summary>The small poster of a hit; some servers name only the larger one.</summary>
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

        /// <summary>The receipt's text, keeping its entries for other files.</summary>
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
        // What a picture holds, where the server knows it.
        internal string Map = "", ColorSpace = "";
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

    /// <summary>Clears what downloads leave behind: packages once Unity has imported them, and anything that nobody came back for.</summary>
    [InitializeOnLoad]
    static class Leftovers
    {
        const string SweptKey = "Lodestock.Swept";
        static readonly TimeSpan Lifetime = TimeSpan.FromDays(7);

        static Leftovers()
        {
            // Unity names a package by its file, without the ending.
            AssetDatabase.importPackageCompleted += Discard;
            AssetDatabase.importPackageCancelled += Discard;
            AssetDatabase.importPackageFailed += (name, error) => Discard(name);
            if (SessionState.GetBool(SweptKey, false)) return;
            SessionState.SetBool(SweptKey, true);
            Sweep();
        }

        static void Discard(string name)
        {
            var package = Path.Combine(Project.StagingPath, Path.GetFileName(name) + ".unitypackage");
            if (File.Exists(package)) File.Delete(package);
        }

        static void Sweep()
        {
            if (!Directory.Exists(Project.StagingPath)) return;
            try
            {
                foreach (var file in Directory.GetFiles(Project.StagingPath))
                    if (!file.EndsWith(".previous", StringComparison.Ordinal) && DateTime.UtcNow - File.GetLastWriteTimeUtc(file) > Lifetime) File.Delete(file);
            }
            catch (Exception failure) when (failure is IOException || failure is UnauthorizedAccessException)
            {
                // In use, or not ours: the next session tries again.
            }
        }
    }

    static class Importer
    {
        /// <summary>Downloads one exact file with everything it needs; returns its path below Assets, "" for a package.</summary>
        internal static async Task<string> Bring(Model model, Choice choice)
        {
            RefuseUnreadable(choice);
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
            // Unity shows what is in the package and lets the person choose: it may hold scripts.
            var package = Path.Combine(Project.Staging, choice.Sha256 + ".unitypackage");
            if (File.Exists(package)) File.Delete(package);
            File.Move(arrivals[0].Source, package);
            AssetDatabase.ImportPackage(package, true);
            return "";
        }

        // Before the person is asked to pay.
        static void RefuseUnreadable(Choice choice)
        {
            var obstacle = choice.Obstacle(out var missing);
            if (obstacle != "") throw new Problem(obstacle + Remedy(obstacle, missing) + " Nothing was charged.");
        }

        // Of Unity's own packages alone, because a server must not choose what code comes into a project.
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
                if (picture == null || picture.Map != "") continue;
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
                            // Addresses end after a while, perhaps in the middle of a download.
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

        // What arrived of a file stays for the next attempt, unless it is wrong.
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
            foreach (var one in fresh) Describe(one, folder + "/" + one.Relative);
            // After its textures, because the importer of a model looks for them in the project.
            AssetDatabase.ImportAsset(folder + "/" + scene.Relative);
            if (isStaged) foreach (var one in arrivals) File.Delete(one.Source);
            return folder + "/" + scene.Relative;
        }

        // Only when it is new: afterwards the settings are the person's. Unity otherwise reads every picture as a colour, and asks about normal maps.
        static void Describe(Arrival one, string assetPath)
        {
            var importer = AssetImporter.GetAtPath(assetPath) as TextureImporter;
            if (importer == null) return;
            importer.textureType = one.Map == "normal" ? TextureImporterType.NormalMap : TextureImporterType.Default;
            importer.sRGBTexture = one.ColorSpace != "linear";
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

        static IEnumerable<string> ParentsOf(string assetPath)
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

    /// <summary>Instances of a model in the open scenes: placed, found by their asset, and swapped.</summary>
    static class SceneWork
    {
        internal static GameObject Put(string assetPath)
        {
            RefusePlayMode();
            var copy = (GameObject)PrefabUtility.InstantiatePrefab(Importer.Load(assetPath), SceneManager.GetActiveScene());
            Undo.RegisterCreatedObjectUndo(copy, "Import " + copy.name);
            Selection.activeGameObject = copy;
            EditorSceneManager.MarkSceneDirty(copy.scene);
            return copy;
        }

        internal static void RefusePlayMode()
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode) throw new Problem("Exit play mode first. Objects added during play mode are lost.");
        }

        /// <summary>The asset below Assets/Lodestock that a scene object is an instance of, or "".</summary>
        internal static string SourceOf(GameObject one)
        {
            if (one == null || !PrefabUtility.IsPartOfPrefabInstance(one)) return "";
            var path = PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(one) ?? "";
            return path.StartsWith(Project.Home + "/", StringComparison.Ordinal) ? path : "";
        }

        internal static string FolderIn(string assetPath)
        {
            var end = assetPath.IndexOf('/', Project.Home.Length + 1);
            return end < 0 ? "" : assetPath.Substring(0, end);
        }

        /// <summary>Instances of their own; those inside one of the project's prefabs are counted, not touched.</summary>
        internal static List<GameObject> CopiesOf(string assetFolder, out int nested)
        {
            var copies = new List<GameObject>();
            nested = 0;
            var folder = assetFolder + "/";
            for (var at = 0; at < SceneManager.sceneCount; at++)
            {
                var scene = SceneManager.GetSceneAt(at);
                if (!scene.isLoaded) continue;
                foreach (var root in scene.GetRootGameObjects())
                    foreach (var one in root.GetComponentsInChildren<Transform>(true).Select(place => place.gameObject))
                    {
                        if (!PrefabUtility.IsAnyPrefabInstanceRoot(one) || !SourceOf(one).StartsWith(folder, StringComparison.Ordinal)) continue;
                        if (PrefabUtility.IsOutermostPrefabInstanceRoot(one)) copies.Add(one);
                        else nested++;
                    }
            }
            return copies;
        }

        /// <summary>Swaps instances to another topology; returns how many changed materials could not be matched.</summary>
        internal static int Switch(List<GameObject> copies, string assetPath)
        {
            RefusePlayMode();
            var asset = Importer.Load(assetPath);
            Undo.IncrementCurrentGroup();
            Undo.SetCurrentGroupName("Switch topology");
            var group = Undo.GetCurrentGroup();
            var lost = 0;
            var selected = new List<Object>();
            foreach (var old in copies)
            {
                var next = (GameObject)PrefabUtility.InstantiatePrefab(asset, old.scene);
                Undo.RegisterCreatedObjectUndo(next, "Switch topology");
                TakePlace(old, next);
                lost += TakeMaterials(old, next);
                TakeAdditions(old, next);
                EditorSceneManager.MarkSceneDirty(next.scene);
                Undo.DestroyObjectImmediate(old);
                selected.Add(next);
            }
            Selection.objects = selected.ToArray();
            Undo.CollapseUndoOperations(group);
            return lost;
        }

        static void TakePlace(GameObject old, GameObject next)
        {
            next.transform.SetParent(old.transform.parent, false);
            next.transform.localPosition = old.transform.localPosition;
            next.transform.localRotation = old.transform.localRotation;
            next.transform.localScale = old.transform.localScale;
            next.transform.SetSiblingIndex(old.transform.GetSiblingIndex());
            next.name = old.name;
            next.layer = old.layer;
            next.tag = old.tag;
            next.SetActive(old.activeSelf);
            GameObjectUtility.SetStaticEditorFlags(next, GameObjectUtility.GetStaticEditorFlags(old));
        }

        static string PathIn(GameObject root, Transform part)
        {
            var path = "";
            for (; part != null && part != root.transform; part = part.parent) path = "/" + part.name + path;
            return path;
        }

        static Transform Counterpart(GameObject old, Transform part, GameObject next)
        {
            var path = PathIn(old, part);
            var places = next.GetComponentsInChildren<Transform>(true);
            return places.FirstOrDefault(place => PathIn(next, place) == path) ?? places.FirstOrDefault(place => place.name == part.name);
        }

        // Topologies name their materials alike, but not always their meshes, nor do they keep the order of slots.
        static int TakeMaterials(GameObject old, GameObject next)
        {
            var lost = 0;
            var targets = next.GetComponentsInChildren<Renderer>(true);
            var originals = targets.ToDictionary(target => target, target => target.sharedMaterials);
            var changed = new HashSet<Renderer>();
            foreach (var renderer in old.GetComponentsInChildren<Renderer>(true))
            {
                var source = PrefabUtility.GetCorrespondingObjectFromSource(renderer);
                if (source == null) continue;
                var was = source.sharedMaterials;
                var now = renderer.sharedMaterials;
                for (var slot = 0; slot < Math.Min(was.Length, now.Length); slot++)
                {
                    if (was[slot] == now[slot]) continue;
                    var place = Counterpart(old, renderer.transform, next);
                    var same = place == null ? null : place.GetComponent<Renderer>();
                    if (same == null && targets.Length == 1) same = targets[0];
                    var name = was[slot] == null ? "" : was[slot].name;
                    var wanted = same != null && HasSlot(originals[same], name) ? new[] { same } : targets.Where(target => HasSlot(originals[target], name)).ToArray();
                    var isPlaced = false;
                    foreach (var target in wanted) isPlaced |= Paint(target, originals[target], name, now[slot]);
                    // Match by slot only if names do not help: otherwise another material's changes would land here.
                    if (!isPlaced && same != null && slot < originals[same].Length && (originals[same][slot] == null || !HasSlot(was, originals[same][slot].name)))
                    {
                        PaintSlot(same, slot, now[slot]);
                        isPlaced = true;
                    }
                    if (!isPlaced) lost++;
                    foreach (var target in wanted) changed.Add(target);
                    if (same != null) changed.Add(same);
                }
            }
            foreach (var target in changed) PrefabUtility.RecordPrefabInstancePropertyModifications(target);
            return lost;
        }

        static bool HasSlot(Material[] materials, string name) { return materials.Any(one => one != null && one.name == name); }

        static bool Paint(Renderer target, Material[] originals, string name, Material material)
        {
            var isPlaced = false;
            for (var slot = 0; slot < originals.Length; slot++)
            {
                if (originals[slot] == null || originals[slot].name != name) continue;
                PaintSlot(target, slot, material);
                isPlaced = true;
            }
            return isPlaced;
        }

        static void PaintSlot(Renderer target, int slot, Material material)
        {
            // sharedMaterials returns a copy: changing one element changes nothing.
            var materials = target.sharedMaterials;
            materials[slot] = material;
            target.sharedMaterials = materials;
        }

        // Objects and components that the artist added to the copy move over to the same part, or to its root.
        static void TakeAdditions(GameObject old, GameObject next)
        {
            foreach (var added in PrefabUtility.GetAddedGameObjects(old))
            {
                var child = added.instanceGameObject.transform;
                var place = Counterpart(old, child.parent, next) ?? next.transform;
                var position = child.localPosition;
                var rotation = child.localRotation;
                var scale = child.localScale;
                Undo.SetTransformParent(child, place, "Switch topology");
                child.localPosition = position;
                child.localRotation = rotation;
                child.localScale = scale;
            }
            foreach (var added in PrefabUtility.GetAddedComponents(old))
            {
                var place = Counterpart(old, added.instanceComponent.transform, next) ?? next.transform;
                if (UnityEditorInternal.ComponentUtility.CopyComponent(added.instanceComponent))
                    UnityEditorInternal.ComponentUtility.PasteComponentAsNew(place.gameObject);
            }
        }
    }

    /// <summary>Takes models that the desktop app sends to this project, also while the window is closed.</summary>
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

        // The scene file and what lies beside it that a model can need; never another scene file, never a script.
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

    /// <summary>Who made an update feed: Ed25519 (RFC 8032) over its canonical JSON. Unity's .NET has no class for it.</summary>
    static class Signature
    {
        // The public keys of releases, the newest first.
        static readonly string[] ReleaseKeys = new string[] {};

        static readonly BigInteger P = BigInteger.Pow(2, 255) - 19;
        static readonly BigInteger Order = BigInteger.Pow(2, 252) + BigInteger.Parse("27742317777372353535851937790883648493");
        static readonly BigInteger D = Mod(-121665 * Invert(121666));
        static readonly BigInteger Root = BigInteger.ModPow(2, (P - 1) / 4, P); // of -1
        static readonly Point Base = Point.Read(Mod(4 * Invert(5)).ToByteArray());

        // x = X / Z, y = Y / Z, x * y = T / Z.
        sealed class Point
        {
            internal BigInteger X, Y, Z, T;

            internal Point Add(Point other)
            {
                BigInteger a = Mod((Y - X) * (other.Y - other.X)), b = Mod((Y + X) * (other.Y + other.X));
                BigInteger c = Mod(2 * T * other.T * D), d = Mod(2 * Z * other.Z);
                BigInteger e = b - a, f = d - c, g = d + c, h = b + a;
                return new Point { X = Mod(e * f), Y = Mod(g * h), Z = Mod(f * g), T = Mod(e * h) };
            }

            internal Point Times(BigInteger number)
            {
                var result = new Point { X = 0, Y = 1, Z = 1, T = 0 };
                for (var doubled = this; number > 0; number >>= 1, doubled = doubled.Add(doubled))
                    if (!number.IsEven) result = result.Add(doubled);
                return result;
            }

            internal bool Equals(Point other)
            {
                return Mod(X * other.Z - other.X * Z).IsZero && Mod(Y * other.Z - other.Y * Z).IsZero;
            }

            /// <summary>Null for what is not a point of the curve.</summary>
            internal static Point Read(byte[] data)
            {
                var isOdd = data[31] > 127;
                var y = Number(data) & (BigInteger.Pow(2, 255) - 1);
                var square = Mod((y * y - 1) * Invert(D * y * y + 1));
                var x = BigInteger.ModPow(square, (P + 3) / 8, P);
                if (Mod(x * x - square) != 0) x = Mod(x * Root);
                if (y >= P || Mod(x * x - square) != 0 || x.IsZero && isOdd) return null;
                if (x.IsEven == isOdd) x = P - x;
                return new Point { X = x, Y = y, Z = 1, T = Mod(x * y) };
            }
        }

        static BigInteger Mod(BigInteger number)
        {
            var rest = number % P;
            return rest.Sign < 0 ? rest + P : rest;
        }

        static BigInteger Invert(BigInteger number) { return BigInteger.ModPow(Mod(number), P - 2, P); }

        // Little end first; the zero at the end keeps it from being negative.
        static BigInteger Number(IEnumerable<byte> data) { return new BigInteger(data.Concat(new byte[] { 0 }).ToArray()); }

        internal static bool IsSigned(byte[] key, byte[] message, byte[] signature)
        {
            if (key.Length != 32 || signature.Length != 64) return false;
            Point owner = Point.Read(key), commitment = Point.Read(signature.Take(32).ToArray());
            var scalar = Number(signature.Skip(32));
            if (owner == null || commitment == null || scalar >= Order) return false;
            using (var hash = SHA512.Create())
            {
                var challenge = Number(hash.ComputeHash(signature.Take(32).Concat(key).Concat(message).ToArray())) % Order;
                return Base.Times(scalar).Equals(commitment.Add(owner.Times(challenge)));
            }
        }

        static string Canonical(object value, params string[] leftOut)
        {
            if (value is JsonObject map)
                return "{" + string.Join(",", map.Fields.Where(one => !leftOut.Contains(one.Key)).OrderBy(one => one.Key, StringComparer.Ordinal)
                    .Select(one => Json.Quote(one.Key) + ":" + Canonical(one.Value))) + "}";
            if (value is List<object> list) return "[" + string.Join(",", list.Select(one => Canonical(one))) + "]";
            if (value is double number) return number.ToString("R", CultureInfo.InvariantCulture);
            if (value is bool flag) return flag ? "true" : "false";
            return Json.Quote(value as string);
        }

        /// <summary>Whether one of the release keys has signed this feed.</summary>
        internal static bool IsRelease(JsonObject feed)
        {
            var message = Encoding.UTF8.GetBytes(Canonical(feed, "signature", "rollback"));
            try
            {
                var signature = Convert.FromBase64String(feed.Text("signature"));
                return ReleaseKeys.Any(key => IsSigned(Convert.FromBase64String(key), message, signature));
            }
            catch (FormatException)
            {
                return false;
            }
        }
    }

    /// <summary>
    /// Looks for a newer version once per session of the editor, and replaces this file only when a person presses Install and
    /// the SHA-256 is the feed's. Whatever the feed answers, the editor starts.
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
        /// <summary>Asked at every event of the window, so the disk is asked once.</summary>
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

        /// <summary>Whether the desktop app offered it because the server could not be reached.</summary>
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
        /// Asks the server and, only if it is not responding, the desktop app. A studio may have pinned a version on its
        /// server, so any answer from it counts.
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
                // Report the server's error: it is the one a person can fix.
                throw away;
            }
        }

        // Over plain http anyone on the network can answer: only what the makers signed counts, and they sign no wish to go back.
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

        /// <summary>The SHA-256 of the downloaded update; taken from the desktop app if the server has gone.</summary>
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
                // The server may be back, with a version its studio has pinned.
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

        // Of "2021.3.0f1" and "1.2.0-beta.2": numbers first, then what comes before a release.
        static int[] NumbersOf(string version)
        {
            return version.Split('+')[0].Split('-')[0].Split('.')
                .Select(part => int.TryParse(new string(part.TakeWhile(char.IsDigit).ToArray()), out var number) ? number : 0).ToArray();
        }

        /// <summary>Above 0 when one is newer than other, by the rules of semantic versions.</summary>
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

    /// <summary>Posters as textures of this window; freed with it.</summary>
    sealed class Posters
    {
        const int MostAtOnce = 6;
        readonly Dictionary<string, Texture2D> textures = new Dictionary<string, Texture2D>();
        readonly SemaphoreSlim turns = new SemaphoreSlim(MostAtOnce);

        internal Texture2D Of(string address)
        {
            return address != "" && textures.TryGetValue(address, out var texture) ? texture : null;
        }

        internal async Task Load(string address)
        {
            if (!Web.IsAddress(address) || textures.ContainsKey(address)) return;
            textures[address] = null;
            await turns.WaitAsync();
            try
            {
                // Forgotten meanwhile, or already there.
                if (!IsWanted(address)) return;
                var bytes = await Web.Picture(address);
                if (!IsWanted(address) || !CanRead(bytes)) return;
                var texture = new Texture2D(2, 2) { hideFlags = HideFlags.HideAndDontSave };
                if (texture.LoadImage(bytes)) textures[address] = texture;
                else Object.DestroyImmediate(texture);
            }
            catch (Problem)
            {
                // A model without its poster is still a model.
            }
            finally
            {
                turns.Release();
            }
        }

        bool IsWanted(string address) { return textures.TryGetValue(address, out var texture) && texture == null; }

        // Unity reads PNG and JPEG here; WebP would show as a red question mark.
        static bool CanRead(byte[] bytes)
        {
            return bytes.Length > 8 && (bytes[0] == 0x89 && bytes[1] == 'P' && bytes[2] == 'N' || bytes[0] == 0xff && bytes[1] == 0xd8);
        }

        internal void Clear()
        {
            foreach (var texture in textures.Values.Where(one => one != null)) Object.DestroyImmediate(texture);
            textures.Clear();
        }
    }

    /// <summary>The window. Its class is named like the file, because Unity finds the script of a window by that name.</summary>
    public sealed class free3d_online : EditorWindow
    {
        [SerializeField] string query = "";
        [SerializeField] bool isPut = true;
        readonly Posters posters = new Posters();
        List<JsonObject> results = new List<JsonObject>();
        List<GameObject> copies = new List<GameObject>();
        int nested;
        bool hasMore;
        double total = -1;
        Model model;
        string lod = "", format = "";
        int fileIndex;
        Vector2 scroll;
        Action pressed;
        string folder = "";
        bool isHierarchyChanged;

        [MenuItem("Window/Lodestock/Online Catalogue", false, 2000)]
        static void Open()
        {
            var window = GetWindow<free3d_online>(About.Title);
            window.minSize = new Vector2(340, 400);
        }

        void OnEnable()
        {
            Work.Changed += Repaint;
            EditorApplication.hierarchyChanged += NoteChange;
            Selection.selectionChanged += Repaint;
            Start(Session.Restore);
        }

        void OnDisable()
        {
            Work.Changed -= Repaint;
            EditorApplication.hierarchyChanged -= NoteChange;
            Selection.selectionChanged -= Repaint;
            posters.Clear();
        }

        void OnDestroy() { Session.CancelSignIn(); }

        void OnInspectorUpdate()
        {
            if (Work.IsBusy) Repaint();
            // A change of a large scene comes as many: one look is enough, and none while the game runs.
            if (!isHierarchyChanged || model == null || EditorApplication.isPlayingOrWillChangePlaymode) return;
            LookForCopies();
        }

        void NoteChange() { isHierarchyChanged = true; }

        void Start(Func<Task> job) { Work.Run(job); }

        // Act on the press only after all groups are closed, so that the layout cannot change half-way.
        void Press(Action action) { pressed = action; }

        void OnGUI()
        {
            scroll = EditorGUILayout.BeginScrollView(scroll);
            ShowServer();
            using (new EditorGUI.DisabledScope(Work.IsBusy))
            {
                if (model == null) ShowSearch();
                else ShowModel();
                ShowUpdates();
            }
            EditorGUILayout.EndScrollView();
            ShowWork();
            var action = pressed;
            pressed = null;
            if (action != null) action();
        }

        void ShowServer()
        {
            using (new EditorGUI.DisabledScope(Work.IsBusy))
            {
                var server = Session.Server;
                var typed = EditorGUILayout.DelayedTextField("Server", server);
                if (typed != server) Press(() => Start(() => ChangeServer(typed)));
                if (Session.UserCode != "")
                {
                    EditorGUILayout.HelpBox("Approve in your browser if the page shows the same code: " + Session.UserCode, MessageType.Info);
                    if (GUILayout.Button("Cancel sign-in")) Press(Session.CancelSignIn);
                }
                else if (Session.Token == "")
                {
                    if (GUILayout.Button("Sign in")) Press(() => Start(SignIn));
                }
                else if (GUILayout.Button("Sign out")) Press(() => Start(Session.SignOut));
            }
        }

        void ShowSearch()
        {
            EditorGUILayout.BeginHorizontal();
            query = EditorGUILayout.TextField("Search", query);
            if (GUILayout.Button("Search", GUILayout.Width(70))) Press(() => Start(() => Find(0)));
            EditorGUILayout.EndHorizontal();
            if (total >= 0) EditorGUILayout.LabelField(total == 0 ? "No models found" : total.ToString("0", CultureInfo.InvariantCulture) + " found");
            foreach (var one in results)
            {
                EditorGUILayout.BeginHorizontal();
                ShowPoster(posters.Of(Catalogue.PosterOf(one)), 64);
                EditorGUILayout.BeginVertical();
                if (GUILayout.Button(Web.OneLine(one.Text("title")))) Press(() => Start(() => OpenModel(one.Text("guid"))));
                EditorGUILayout.LabelField(string.Join(", ", one.Texts("lods").ToArray()) + "   " + string.Join(", ", one.Texts("formats").ToArray()));
                EditorGUILayout.EndVertical();
                EditorGUILayout.EndHorizontal();
            }
            if (hasMore && GUILayout.Button("More")) Press(() => Start(() => Find(results.Count)));
            using (new EditorGUI.DisabledScope(SceneWork.SourceOf(Selection.activeGameObject) == ""))
                if (GUILayout.Button("Model of the selected object")) Press(() => Start(OpenSelected));
        }

        static void ShowPoster(Texture2D poster, float side)
        {
            var place = GUILayoutUtility.GetRect(side, side, GUILayout.Width(side));
            if (poster != null) GUI.DrawTexture(place, poster, ScaleMode.ScaleToFit);
            else GUI.Box(place, "no preview");
        }

        void ShowModel()
        {
            if (GUILayout.Button("Back")) Press(() => model = null);
            EditorGUILayout.LabelField(model.Title, EditorStyles.boldLabel);
            ShowPoster(posters.Of(model.Poster), 192);
            EditorGUILayout.LabelField(model.Pricing, EditorStyles.wordWrappedLabel);
            lod = Pick("Topology", lod, model.Topologies);
            format = Pick("Format", format, model.FormatsOf(lod));
            var files = model.FilesOf(lod, format);
            fileIndex = EditorGUILayout.Popup("File", Mathf.Clamp(fileIndex, 0, files.Length - 1), files.Select(file => file.Label).ToArray());
            isPut = EditorGUILayout.Toggle("Add to the open scene", isPut);
            if (GUILayout.Button(model.Priced("Import", lod))) Press(() => Start(() => Import(files[fileIndex])));
            ShowCopies();
        }

        static string Pick(string label, string chosen, string[] values)
        {
            EditorGUILayout.BeginHorizontal();
            EditorGUILayout.PrefixLabel(label);
            var index = GUILayout.Toolbar(Math.Max(0, Array.IndexOf(values, chosen)), values);
            EditorGUILayout.EndHorizontal();
            return values[Mathf.Clamp(index, 0, values.Length - 1)];
        }

        void ShowCopies()
        {
            if (copies.Count == 0) return;
            EditorGUILayout.LabelField("Copies in the open scenes: " + copies.Count + (nested > 0 ? " (and " + nested + " inside prefabs, which are not changed)" : ""));
            EditorGUILayout.BeginHorizontal();
            foreach (var one in model.Topologies)
                if (GUILayout.Button(model.Priced("Switch to " + one, one))) Press(() => Start(() => Switch(one)));
            EditorGUILayout.EndHorizontal();
        }

        void ShowUpdates()
        {
            EditorGUILayout.Space();
            EditorGUILayout.BeginHorizontal();
            EditorGUILayout.LabelField(About.Title + " " + About.Version);
            var offered = Updates.Offered;
            if (offered != "")
            {
                if (GUILayout.Button("Install " + offered)) Press(() => Start(() => Updates.Install(OwnFile())));
            }
            else if (GUILayout.Button("Check for updates")) Press(() => Start(Updates.CheckAndTell));
            if (Updates.HasPrevious && GUILayout.Button("Previous version")) Press(() => Start(RollBack));
            EditorGUILayout.EndHorizontal();
            if (offered != "" && Updates.IsFromApp)
                EditorGUILayout.LabelField("The desktop app offers " + offered + ", because the server is unreachable.", EditorStyles.wordWrappedLabel);
        }

        void ShowWork()
        {
            var transfer = Work.Current;
            if (transfer != null)
            {
                EditorGUI.ProgressBar(GUILayoutUtility.GetRect(18, 18), transfer.Part, "Downloading " + (int)(transfer.Part * 100) + " %");
                if (GUILayout.Button("Cancel")) Press(Work.Cancel);
            }
            if (Work.Status != "") EditorGUILayout.HelpBox(Work.Status, Work.Kind);
        }

        string OwnFile() { return AssetDatabase.GetAssetPath(MonoScript.FromScriptableObject(this)); }

        async Task ChangeServer(string typed)
        {
            Session.SetServer(typed);
            Updates.Forget();
            results.Clear();
            posters.Clear();
            model = null;
            hasMore = false;
            total = -1;
            Work.Say("", MessageType.None);
            await Session.Restore();
        }

        static Task SignIn()
        {
            Work.Say("", MessageType.None);
            return Session.SignIn();
        }

        async Task Find(int offset)
        {
            await Session.Restore();
            var answer = await Catalogue.Find(query, offset);
            if (offset == 0)
            {
                results.Clear();
                posters.Clear();
            }
            results.AddRange(answer.Objects("results"));
            hasMore = answer.IsTrue("hasMore");
            total = answer.Number("total");
            Work.Say("", MessageType.None);
            foreach (var one in results) ShowWhenLoaded(Catalogue.PosterOf(one));
        }

        async Task OpenModel(string guid)
        {
            await Session.Restore();
            var opened = await Catalogue.Open(guid);
            model = opened;
            fileIndex = 0;
            Work.Say("", MessageType.None);
            folder = Project.FolderOf(opened.Title, opened.Guid);
            LookForCopies();
            ShowWhenLoaded(opened.Poster);
        }

        // Nobody waits for it: the window can be used while its pictures come.
        async void ShowWhenLoaded(string poster)
        {
            await posters.Load(poster);
            if (this != null) Repaint();
        }

        Task OpenSelected()
        {
            var folder = SceneWork.FolderIn(SceneWork.SourceOf(Selection.activeGameObject));
            var guid = folder == "" ? "" : Receipt.GuidIn(folder);
            if (guid == "") throw new Problem("The selected object was not imported by Lodestock, or its model.json is missing.");
            return OpenModel(guid);
        }

        async Task Import(Choice choice)
        {
            if (isPut && choice.Format != "unitypackage") SceneWork.RefusePlayMode();
            var asset = await Importer.Bring(model, choice);
            var what = model.Title + ", " + choice.Lod + " " + choice.Format;
            if (asset == "")
            {
                Work.Say(what + ": choose in Unity's dialog what to import." + Work.Charged, MessageType.Info);
                return;
            }
            if (isPut) SceneWork.Put(asset);
            else Importer.Load(asset);
            folder = SceneWork.FolderIn(asset);
            LookForCopies();
            Work.Say(what + (isPut ? ": added to the project and the scene." : ": added to the project.") + Work.Charged, MessageType.Info);
        }

        async Task Switch(string wanted)
        {
            SceneWork.RefusePlayMode();
            var selected = copies.Where(copy => copy != null && Selection.Contains(copy)).ToList();
            var chosen = selected.Count > 0 ? selected : copies.Where(copy => copy != null).ToList();
            var lost = 0;
            foreach (var kind in chosen.GroupBy(SceneWork.SourceOf).ToList())
            {
                var choice = model.Counterpart(wanted, SafePath.KindOf(kind.Key), Path.GetFileName(kind.Key));
                var asset = await Importer.Bring(model, choice);
                lost += SceneWork.Switch(kind.Where(copy => copy != null).ToList(), asset);
            }
            LookForCopies();
            Work.Say(model.Title + " is now " + wanted + ": " + chosen.Count + (chosen.Count == 1 ? " copy." : " copies.") +
                (lost > 0 ? " Changed materials that could not be kept: " + lost + "." : "") + Work.Charged, lost > 0 ? MessageType.Warning : MessageType.Info);
        }

        void LookForCopies()
        {
            isHierarchyChanged = false;
            if (model == null) return;
            copies = SceneWork.CopiesOf(folder, out nested);
            Repaint();
        }

        Task RollBack()
        {
            Updates.RollBack(OwnFile());
            return Task.CompletedTask;
        }
    }
}
#endif

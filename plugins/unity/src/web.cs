using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;
using System.Threading.Tasks;

namespace Lodestock.Online
{
    static class Web
    {
        const int LongestAnswer = 4 * 1024 * 1024;
        const int PatienceMilliseconds = 30000;
        const int MostConnections = 8;
        static readonly HashSet<HttpWebRequest> running = new HashSet<HttpWebRequest>();
        static bool isClosed;

        /// <summary>Aborts running requests, and prevents threads from starting new ones.</summary>
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
            // Some servers show posters only to signed-in users; no other host gets the token.
            var token = IsSameOrigin(new Uri(address), new Uri(Session.Server)) ? Session.Token : "";
            return Task.Run(() =>
            {
                var request = Prepare("GET", address, token);
                request.Accept = "image/png, image/jpeg";
                return Exchange(request, null, ReadAll);
            });
        }

        // On a worker thread, like everything below, as resolving a proxy or name can take seconds.
        static HttpWebRequest Prepare(string method, string address, string token)
        {
            var request = WebRequest.CreateHttp(address);
            request.Method = method;
            // A redirect could carry a token or a file request to another host, so none is followed.
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

        /// <summary>Sends a request and processes its response; anything but success becomes a Problem.</summary>
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
                    // Neither an endless response nor a trickling one may block the window.
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
                // A proxy in between responds in HTML; the status is enough.
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
        /// Streams a body to a file and returns the SHA-256 of the whole; resumes an earlier attempt. Must run on a worker thread, and must not call
        /// Unity.
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
                // 416 means that the file was already complete.
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
            // Some versions of Mono take a dropped connection for the end of the file.
            if (response.ContentLength > saved) throw Lost();
            return saved;
        }

        static Problem Lost() { return new Problem("The connection was lost. Import again: it continues where it ended.", isAway: true); }

        internal static string Hex(byte[] bytes)
        {
            return string.Concat(bytes.Select(one => one.ToString("x2", CultureInfo.InvariantCulture)));
        }
    }
}

using System;
using System.Diagnostics;
using System.Reflection;
using System.Text;
using System.Threading.Tasks;
using UnityEditor;
using UnityEngine;

namespace Lodestock.Online
{
    /// <summary>
    /// The token, stored by the operating system: DPAPI, the macOS keychain or the Secret Service. If none of them works, it lasts until the editor
    /// closes. EditorPrefs are plain text, so they contain only what DPAPI has encrypted.
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
                // Through standard input, because arguments are visible to every process.
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

        // Not every API level of Unity lets a script reference ProtectedData, but the editor's Mono has it.
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

        /// <summary>The output of a program; null if it is missing, fails or hangs.</summary>
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
}

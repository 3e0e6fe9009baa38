using System;
using System.IO;
using System.Linq;

namespace Lodestock.Online
{
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
            // Unity ignores names that start with a dot or end with a tilde.
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

        /// <summary>The absolute path of a checked relative path; symbolic links are rejected.</summary>
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

        internal static string FolderName(string title, string guid) { return PlainName(title) + "_" + guid; }

        /// <summary>Turns text into a valid name of a file or folder.</summary>
        internal static string PlainName(string text)
        {
            var plain = new string(text.Normalize().Select(sign => char.IsControl(sign) || "<>:\"/\\|?*".IndexOf(sign) >= 0 ? ' ' : sign).ToArray());
            var words = string.Join(" ", plain.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries));
            var name = (words.Length > 60 ? words.Substring(0, char.IsHighSurrogate(words[59]) ? 59 : 60) : words).Trim('.', ' ');
            return name == "" || IsDevice(name) ? ("Model " + name).Trim() : name;
        }
    }
}

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using UnityEngine;

namespace Lodestock.Online
{
    /// <summary>The folders of this project; must first be used on the main thread.</summary>
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

        /// <summary>Where downloads stay until verified: outside Assets, where Unity would import partial files.</summary>
        internal static string Staging
        {
            get
            {
                Directory.CreateDirectory(StagingPath);
                return StagingPath;
            }
        }

        /// <summary>The same folder, which may not exist.</summary>
        internal static string StagingPath { get { return Path.Combine(Root, "Library", "Lodestock"); } }

        internal static string Absolute(string assetPath) { return Path.Combine(Root, assetPath); }

        /// <summary>The packages that import GLB, recommended one first. Unity itself imports none.</summary>
        internal static readonly string[] GlbPackages = { "com.unity.cloud.gltfast", "com.atteneder.gltfast", "org.khronos.unitygltf" };

        /// <summary>True if the project has a package, directly or as a dependency.</summary>
        internal static bool HasPackage(string name)
        {
            return new[] { "Packages/manifest.json", "Packages/packages-lock.json" }.Select(Absolute)
                .Any(file => File.Exists(file) && File.ReadAllText(file).IndexOf("\"" + name + "\"", StringComparison.Ordinal) >= 0);
        }

        /// <summary>An importer can also have been copied into Assets.</summary>
        internal static bool ReadsGlb()
        {
            return GlbPackages.Any(HasPackage) || AppDomain.CurrentDomain.GetAssemblies().Select(one => one.GetName().Name)
                .Any(name => name.StartsWith("glTFast", StringComparison.Ordinal) || name.StartsWith("UnityGLTF", StringComparison.Ordinal));
        }

        /// <summary>The folder of a model, found by its guid if the title has changed.</summary>
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
}

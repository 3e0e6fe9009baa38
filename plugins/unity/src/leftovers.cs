using System;
using System.IO;
using UnityEditor;

namespace Lodestock.Online
{
    /// <summary>Deletes leftovers of downloads: packages once Unity has imported them, and anything that was abandoned.</summary>
    [InitializeOnLoad]
    static class Leftovers
    {
        const string SweptKey = "Lodestock.Swept";
        static readonly TimeSpan Lifetime = TimeSpan.FromDays(7);

        static Leftovers()
        {
            // Unity identifies a package by its file name without the extension.
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
}

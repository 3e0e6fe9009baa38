using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Lodestock.Online
{
    /// <summary>Several topologies of a model as one prefab, which shows the one that fits its size on the screen.</summary>
    static class LodGroups
    {
        const string Ending = "_LOD.prefab";
        // Share of the screen's height below which nothing is drawn.
        const double Least = 0.01;

        internal static bool IsOne(string assetPath) { return assetPath.EndsWith(Ending, StringComparison.Ordinal); }

        /// <summary>
        /// The least share of the screen's height at which each level is shown. The area grows with the square of the height, so a level switches
        /// when the next one has as many triangles per pixel as the finest has at full screen.
        /// </summary>
        internal static List<float> Heights(List<double> triangles)
        {
            var heights = new List<float>();
            for (var at = 0; at < triangles.Count; at++)
            {
                var wanted = at + 1 == triangles.Count ? Least : triangles[0] > 0 ? Math.Sqrt(triangles[at + 1] / triangles[0]) : 0.5;
                heights.Add((float)Math.Min(wanted, at == 0 ? 0.9 : heights[at - 1] / 2));
            }
            return heights;
        }

        /// <summary>Saves imported topologies, finest first, as a prefab next to them; returns its path below Assets.</summary>
        internal static string Save(List<Choice> levels, List<string> assets)
        {
            var name = Path.GetFileNameWithoutExtension(levels[0].FileName);
            var path = SceneWork.FolderIn(assets[0]) + "/" + name + Ending;
            var heights = Heights(levels.Select(one => one.Triangles).ToList());
            var root = new GameObject(name);
            try
            {
                var lods = new LOD[levels.Count];
                for (var at = 0; at < lods.Length; at++)
                {
                    var level = (GameObject)PrefabUtility.InstantiatePrefab(Importer.Load(assets[at]), root.transform);
                    level.name = name + "_LOD" + at;
                    lods[at] = new LOD(heights[at], level.GetComponentsInChildren<Renderer>(true));
                }
                var group = root.AddComponent<LODGroup>();
                group.SetLODs(lods);
                group.RecalculateBounds();
                PrefabUtility.SaveAsPrefabAsset(root, path);
            }
            finally
            {
                Object.DestroyImmediate(root);
            }
            return path;
        }
    }
}

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;
using Object = UnityEngine.Object;

namespace Lodestock.Online
{
    /// <summary>Gives the materials of FBX and OBJ files the maps that Unity's importer omits, for the current render pipeline.</summary>
    static class Materials
    {
        const string Mask = "mask";

        // Shader, map, property and its keyword. One texture serves as every mask: metallic, occlusion, detail and smoothness in red, green, blue and
        // alpha.
        static readonly string[] Slots =
        {
            "Standard baseColor _MainTex", "Standard normal _BumpMap _NORMALMAP", "Standard mask _MetallicGlossMap _METALLICGLOSSMAP",
            "Standard occlusion _OcclusionMap", "Standard emissive _EmissionMap _EMISSION",
            "Universal baseColor _BaseMap", "Universal normal _BumpMap _NORMALMAP", "Universal mask _MetallicGlossMap _METALLICSPECGLOSSMAP",
            "Universal occlusion _OcclusionMap _OCCLUSIONMAP", "Universal emissive _EmissionMap _EMISSION",
            "HDRP baseColor _BaseColorMap", "HDRP normal _NormalMap _NORMALMAP _NORMALMAP_TANGENT_SPACE", "HDRP mask _MaskMap _MASKMAP",
            "HDRP emissive _EmissiveColorMap _EMISSIVE_COLOR_MAP"
        };

        // Map and channel; a minus inverts it.
        static readonly string[] MetallicFrom = { "metallic r", "orm b", "metallicRoughness b" };
        static readonly string[] OcclusionFrom = { "occlusion r", "orm r" };
        static readonly string[] SmoothnessFrom = { "glossiness r", "roughness -r", "orm -g", "metallicRoughness -g" };

        /// <summary>True if a texture is only read to build a mask.</summary>
        internal static bool IsPacked(string map)
        {
            return MetallicFrom.Concat(OcclusionFrom).Concat(SmoothnessFrom).Any(one => one.Split(' ')[0] == map);
        }

        /// <summary>Path of a scene file's material; textures made for it start with the same name.</summary>
        internal static string PathOf(string scene, string material)
        {
            var slash = scene.LastIndexOf('/') + 1;
            return scene.Substring(0, slash) + "Materials/" + scene.Substring(slash, Math.Max(0, scene.LastIndexOf('.') - slash)) + "/" + SafePath.PlainName(material);
        }

        static Shader FindShader()
        {
            var pipeline = GraphicsSettings.currentRenderPipeline;
            var name = pipeline == null ? "" : pipeline.GetType().Name;
            if (name == "") return Shader.Find("Standard");
            if (name.StartsWith("HD", StringComparison.Ordinal)) return Shader.Find("HDRP/Lit");
            return name.StartsWith("Universal", StringComparison.Ordinal) ? Shader.Find("Universal Render Pipeline/Lit") : null;
        }

        /// <summary>
        /// Creates materials next to an imported scene file if its own lack a known map. Existing ones are left as the user changed them.
        /// </summary>
        internal static void Dress(string folder, string scene, List<Arrival> arrivals, List<Arrival> changed)
        {
            var shader = FindShader();
            var importer = AssetImporter.GetAtPath(scene) as ModelImporter;
            if (shader == null || importer == null) return;
            var pictures = arrivals.Where(one => one.Map != "").ToList();
            var own = AssetDatabase.LoadAllAssetsAtPath(scene).OfType<Material>().ToList();
            var replaced = new Dictionary<Material, string>();
            foreach (var one in importer.GetExternalObjectMap().Where(one => one.Value is Material)) replaced[(Material)one.Value] = one.Key.name;
            var isChanged = false;
            foreach (var material in own.Concat(replaced.Keys).ToList())
            {
                var maps = new Dictionary<string, Texture2D>();
                foreach (var one in pictures.Where(one => Belongs(one, folder, material, own.Count + replaced.Count, pictures)))
                {
                    var picture = AssetDatabase.LoadAssetAtPath<Texture2D>(folder + "/" + one.Relative);
                    if (picture != null && !maps.ContainsKey(one.Map)) maps[one.Map] = picture;
                }
                if (replaced.TryGetValue(material, out var name))
                {
                    var mask = PathOf(scene, name) + "_mask.png";
                    if (changed.Any(one => IsPacked(one.Map)) && maps.Keys.Any(IsPacked) && File.Exists(Project.Absolute(mask))) MakeMask(maps, mask);
                    continue;
                }
                var dressed = DressOne(material, shader, maps, PathOf(scene, material.name));
                if (dressed == null) continue;
                importer.AddRemap(new AssetImporter.SourceAssetIdentifier(typeof(Material), material.name), dressed);
                isChanged = true;
            }
            if (isChanged) importer.SaveAndReimport();
        }

        // By the material's name, or by a texture that it shares with one of that name.
        static bool Belongs(Arrival picture, string folder, Material material, int count, List<Arrival> all)
        {
            if (count == 1 || picture.Materials.Any(name => Plain(name) == Plain(material.name))) return true;
            var used = material.GetTexturePropertyNames().Select(name => AssetDatabase.GetAssetPath(material.GetTexture(name))).ToList();
            return all.Any(other => used.Contains(folder + "/" + other.Relative) && other.Materials.Intersect(picture.Materials).Any());
        }

        static string Plain(string name) { return new string(name.ToLowerInvariant().Where(char.IsLetterOrDigit).ToArray()); }

        static Material DressOne(Material material, Shader shader, Dictionary<string, Texture2D> maps, string path)
        {
            var slots = Slots.Select(one => one.Split(' ')).Where(one => shader.name.StartsWith(one[0], StringComparison.Ordinal)).ToList();
            var isMasked = maps.Keys.Any(map => map != "occlusion" && IsPacked(map)) ||
                maps.ContainsKey("occlusion") && slots.All(one => one[1] != "occlusion");
            var missing = slots.Where(slot => maps.ContainsKey(slot[1]) || isMasked && slot[1] == Mask)
                .Where(slot => !material.HasProperty(slot[2]) || material.GetTexture(slot[2]) == null).ToList();
            if (missing.Count == 0) return null;
            var known = AssetDatabase.LoadAssetAtPath<Material>(path + ".mat");
            if (known != null) return known;
            Directory.CreateDirectory(Path.GetDirectoryName(Project.Absolute(path)));
            foreach (var parent in Importer.ParentsOf(path).Reverse()) AssetDatabase.ImportAsset(parent);
            if (isMasked)
            {
                maps[Mask] = MakeMask(maps, path + "_mask.png");
                if (OcclusionFrom.Any(one => maps.ContainsKey(one.Split(' ')[0]))) maps["occlusion"] = maps[Mask];
                missing = slots.Where(slot => missing.Contains(slot) || slot[1] == "occlusion").ToList();
            }
            var result = new Material(material) { name = Path.GetFileName(path), shader = shader };
            foreach (var slot in missing.Where(slot => maps.ContainsKey(slot[1])))
            {
                result.SetTexture(slot[2], maps[slot[1]]);
                foreach (var keyword in slot.Skip(3)) result.EnableKeyword(keyword);
                if (slot[1] == "emissive")
                {
                    foreach (var color in new[] { "_EmissionColor", "_EmissiveColor" }.Where(name => result.HasProperty(name))) result.SetColor(color, Color.white);
                    // Otherwise the inspector turns it off.
                    result.globalIlluminationFlags = MaterialGlobalIlluminationFlags.BakedEmissive;
                }
                if (slot[1] == Mask)
                    foreach (var scale in new[] { "_GlossMapScale", "_Smoothness" }.Where(name => result.HasProperty(name))) result.SetFloat(scale, 1);
            }
            AssetDatabase.CreateAsset(result, path + ".mat");
            return result;
        }

        static Texture2D MakeMask(Dictionary<string, Texture2D> maps, string path)
        {
            var sources = maps.Where(one => IsPacked(one.Key)).Select(one => one.Value).ToList();
            int width = sources.Max(one => one.width), height = sources.Max(one => one.height);
            var pixels = sources.Distinct().ToDictionary(one => one, one => Read(one, width, height));
            var metallic = Channel(maps, pixels, MetallicFrom, 0);
            var occlusion = Channel(maps, pixels, OcclusionFrom, 255);
            var smoothness = Channel(maps, pixels, SmoothnessFrom, 128);
            var mask = new Texture2D(width, height, TextureFormat.RGBA32, false, true);
            mask.SetPixels32(Enumerable.Range(0, width * height).Select(at => new Color32(metallic(at), occlusion(at), 255, smoothness(at))).ToArray());
            File.WriteAllBytes(Project.Absolute(path), mask.EncodeToPNG());
            Object.DestroyImmediate(mask);
            var isNew = !File.Exists(Project.Absolute(path) + ".meta");
            AssetDatabase.ImportAsset(path);
            if (isNew) Importer.SetUp(path, Mask, false);
            return AssetDatabase.LoadAssetAtPath<Texture2D>(path);
        }

        static Func<int, byte> Channel(Dictionary<string, Texture2D> maps, Dictionary<Texture2D, Color32[]> pixels, string[] from, byte standard)
        {
            var source = from.Select(one => one.Split(' ')).FirstOrDefault(one => maps.ContainsKey(one[0]));
            if (source == null) return at => standard;
            var read = pixels[maps[source[0]]];
            var turn = source[1][0] == '-' ? 255 : 0;
            var channel = source[1].TrimStart('-');
            return at => (byte)((channel == "r" ? read[at].r : channel == "g" ? read[at].g : read[at].b) ^ turn);
        }

        // Through the graphics card, because an imported texture can have any format and size, and its pixels are not kept.
        static Color32[] Read(Texture2D picture, int width, int height)
        {
            var target = RenderTexture.GetTemporary(width, height, 0, RenderTextureFormat.ARGB32, RenderTextureReadWrite.Linear);
            var before = RenderTexture.active;
            var copy = new Texture2D(width, height, TextureFormat.RGBA32, false, true);
            try
            {
                Graphics.Blit(picture, target);
                RenderTexture.active = target;
                copy.ReadPixels(new Rect(0, 0, width, height), 0, 0);
                return copy.GetPixels32();
            }
            finally
            {
                RenderTexture.active = before;
                RenderTexture.ReleaseTemporary(target);
                Object.DestroyImmediate(copy);
            }
        }
    }
}

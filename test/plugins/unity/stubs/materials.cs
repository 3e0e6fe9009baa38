// Shaders, materials and pictures; a saved material is a text, and a saved picture its size and its pixels.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using UnityEditor;
using UnityTest;

namespace UnityEngine
{
    public struct Color
    {
        public float r, g, b, a;
        public static Color white { get { return new Color { r = 1, g = 1, b = 1, a = 1 }; } }
    }

    public struct Color32
    {
        public byte r, g, b, a;
        public Color32(byte r, byte g, byte b, byte a) { this.r = r; this.g = g; this.b = b; this.a = a; }
    }

    /// <summary>The three that pipelines use, with the properties that they really have.</summary>
    public sealed class Shader : Object
    {
        static readonly string[] all =
        {
            "Standard _MainTex _BumpMap _MetallicGlossMap _OcclusionMap _EmissionMap _GlossMapScale _EmissionColor",
            "Universal Render Pipeline/Lit _BaseMap _BumpMap _MetallicGlossMap _OcclusionMap _EmissionMap _Smoothness _EmissionColor",
            "HDRP/Lit _BaseColorMap _NormalMap _MaskMap _EmissiveColorMap _Smoothness _EmissiveColor"
        };
        static readonly Dictionary<string, Shader> known = new Dictionary<string, Shader>();
        internal string[] Properties;

        public static Shader Find(string name)
        {
            Rules.OnMain();
            var line = all.FirstOrDefault(one => name != "" && one.StartsWith(name + " _"));
            if (line == null) return null;
            if (!known.ContainsKey(name)) known[name] = new Shader { name = name, Properties = line.Substring(name.Length + 1).Split(' ') };
            return known[name];
        }
    }

    [Flags] public enum MaterialGlobalIlluminationFlags { BakedEmissive = 2, EmissiveIsBlack = 4 }

    public class Material : Object
    {
        readonly SortedDictionary<string, string> values = new SortedDictionary<string, string>(StringComparer.Ordinal);
        readonly Dictionary<string, Texture> textures = new Dictionary<string, Texture>();
        readonly SortedSet<string> keywords = new SortedSet<string>(StringComparer.Ordinal);
        public Shader shader { get; set; }
        public MaterialGlobalIlluminationFlags globalIlluminationFlags { get; set; }

        public Material(string name)
        {
            this.name = name;
            shader = Rendering.GraphicsSettings.LitShader;
        }

        public Material(Material source) : this(source.name)
        {
            shader = source.shader;
            foreach (var one in source.textures) textures[one.Key] = one.Value;
        }

        /// <summary>As an importer makes it: with its colour, and nothing else.</summary>
        internal static Material OfModel(string name, string picture)
        {
            var result = new Material(name);
            var loaded = picture == null ? null : AssetDatabase.LoadAssetAtPath<Texture2D>(picture);
            result.globalIlluminationFlags = MaterialGlobalIlluminationFlags.EmissiveIsBlack;
            if (loaded != null) result.textures[result.shader.Properties[0]] = loaded;
            return result;
        }

        void Check(string property)
        {
            Check();
            if (!HasProperty(property)) throw Rules.Break("Material doesn't have a property '" + property + "'.");
        }

        public bool HasProperty(string property) { Check(); return shader.Properties.Contains(property); }
        public string[] GetTexturePropertyNames() { Check(); return shader.Properties.Where(one => one.EndsWith("Map") || one == "_MainTex").ToArray(); }
        public Texture GetTexture(string property) { Check(property); return textures.TryGetValue(property, out var found) ? found : null; }
        public void SetTexture(string property, Texture texture) { Check(property); textures[property] = texture; }
        public void SetFloat(string property, float value) { Check(property); values[property] = value.ToString(); }
        public void SetColor(string property, Color value) { Check(property); values[property] = value.r + " " + value.g + " " + value.b; }
        public void EnableKeyword(string keyword) { Check(); keywords.Add(keyword); }

        public override string ToString()
        {
            var lines = textures.Select(one => one.Key + ": " + Path.GetFileName(AssetDatabase.GetAssetPath(one.Value)))
                .Concat(values.Select(one => one.Key + ": " + one.Value)).OrderBy(one => one, StringComparer.Ordinal);
            var isDark = keywords.Any(one => one.StartsWith("_EMISSI")) && globalIlluminationFlags.HasFlag(MaterialGlobalIlluminationFlags.EmissiveIsBlack);
            if (isDark) Rules.Break("The inspector would turn the emission off.");
            return string.Join("\n", new[] { shader.name }.Concat(lines).Concat(keywords).ToArray());
        }
    }

    public class Texture : Object
    {
        public int width { get; internal set; }
        public int height { get; internal set; }
        internal Color32[] Pixels;
    }

    public enum TextureFormat { RGBA32 = 4 }
    public enum RenderTextureFormat { ARGB32 = 0 }
    public enum RenderTextureReadWrite { Default, Linear, sRGB }

    public sealed class Texture2D : Texture
    {
        internal static int Alive;
        readonly bool isAsset;

        Texture2D() { isAsset = true; }

        public Texture2D(int width, int height)
        {
            Rules.OnMain("Texture2D");
            this.width = width;
            this.height = height;
            Alive++;
        }

        public Texture2D(int width, int height, TextureFormat format, bool mipChain, bool linear) : this(width, height) { }

        internal static Texture2D OfAsset(string path)
        {
            var data = File.ReadAllBytes(Path.Combine(Sim.Project, path));
            var size = HostPictures.Decode(data) ?? new[] { 8, 8 };
            return new Texture2D { width = size[0], height = size[1], Pixels = (HostPictures.ReadPixels(data) ?? new byte[size[0] * size[1]][]).Select(one => one == null ? new Color32() : new Color32(one[0], one[1], one[2], one[3])).ToArray() };
        }

        public void SetPixels32(Color32[] colors) { Rules.OnMain(); Pixels = colors; }
        public Color32[] GetPixels32() { Rules.OnMain(); return (Color32[])Pixels.Clone(); }

        public void ReadPixels(Rect source, int destX, int destY)
        {
            Rules.OnMain();
            if (RenderTexture.active == null) throw Rules.Break("ReadPixels: no render texture is active.");
            Pixels = RenderTexture.active.Pixels;
        }

        protected override void OnDestroyed()
        {
            if (isAsset) Rules.Break("An asset was destroyed.");
            Alive--;
        }
    }

    public sealed class RenderTexture : Texture
    {
        internal static int Borrowed;
        public static RenderTexture active { get; set; }

        public static RenderTexture GetTemporary(int width, int height, int depth, RenderTextureFormat format, RenderTextureReadWrite readWrite)
        {
            Rules.OnMain();
            if (readWrite != RenderTextureReadWrite.Linear) Rules.Break("Data was read as a colour.");
            Borrowed++;
            return new RenderTexture { width = width, height = height };
        }

        public static void ReleaseTemporary(RenderTexture one)
        {
            if (active == one) Rules.Break("The active render texture was released.");
            Borrowed--;
        }
    }

    public static class Graphics
    {
        public static void Blit(Texture source, RenderTexture target)
        {
            Rules.OnMain();
            target.Pixels = Enumerable.Range(0, target.width * target.height)
                .Select(at => source.Pixels[at / target.width * source.height / target.height * source.width + at % target.width * source.width / target.width]).ToArray();
        }
    }

    public static class ImageConversion
    {
        public static bool LoadImage(this Texture2D texture, byte[] data)
        {
            Rules.OnMain();
            if (!texture.hideFlags.HasFlag(HideFlags.HideAndDontSave)) throw Rules.Break("A texture of a window was left to the scene.");
            if (!HostPictures.IsKnown(data)) throw Rules.Break("LoadImage reads PNG and JPEG, nothing else.");
            // What is damaged becomes a small red question mark.
            var size = HostPictures.Decode(data);
            texture.width = size == null ? 8 : size[0];
            texture.height = size == null ? 8 : size[1];
            return size != null;
        }

        public static byte[] EncodeToPNG(this Texture2D texture)
        {
            Rules.OnMain();
            var pixels = texture.Pixels.Select(one => one.r + " " + one.g + " " + one.b + " " + one.a);
            return Encoding.UTF8.GetBytes(texture.width + " x " + texture.height + "\n" + string.Join("\n", pixels.ToArray()));
        }
    }
}

namespace UnityEngine.Rendering
{
    public class RenderPipelineAsset : Object { }
    sealed class UniversalRenderPipelineAsset : RenderPipelineAsset { }
    sealed class HDRenderPipelineAsset : RenderPipelineAsset { }
    sealed class ToonPipelineAsset : RenderPipelineAsset { }

    public static class GraphicsSettings
    {
        static readonly RenderPipelineAsset[] all = { new UniversalRenderPipelineAsset(), new HDRenderPipelineAsset(), new ToonPipelineAsset() };
        public static RenderPipelineAsset currentRenderPipeline { get { Rules.OnMain(); return all.FirstOrDefault(one => one.GetType().Name == Sim.Setting("PIPELINE")); } }
        internal static Shader LitShader
        {
            get
            {
                var name = Sim.Setting("PIPELINE");
                return Shader.Find(name.StartsWith("HD") ? "HDRP/Lit" : name.StartsWith("Universal") ? "Universal Render Pipeline/Lit" : "Standard");
            }
        }
    }
}

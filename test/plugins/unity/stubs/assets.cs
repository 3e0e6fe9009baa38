// The asset database with GUIDs in .meta files, an importer of models that looks for textures, and prefabs.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using UnityEngine;
using UnityEngine.SceneManagement;
using UnityTest;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    public static class AssetDatabase
    {
        public static readonly List<string> Imported = new List<string>(), Packages = new List<string>(), Missing = new List<string>();
        internal static int Editing;
        static readonly List<string> waiting = new List<string>();
        static readonly Dictionary<string, GameObject> models = new Dictionary<string, GameObject>();
        static readonly Dictionary<string, Object> others = new Dictionary<string, Object>();
        /// <summary>The materials that stand in a model in place of its own, by the model and their names.</summary>
        internal static readonly Dictionary<string, Dictionary<string, Material>> Remaps = new Dictionary<string, Dictionary<string, Material>>();

        public static void StartAssetEditing() { Rules.OnMain(); Editing++; }

        public static void StopAssetEditing()
        {
            Rules.OnMain();
            if (--Editing > 0) return;
            foreach (var path in waiting) Import(path);
            waiting.Clear();
        }

        public static void ImportAsset(string path)
        {
            Rules.OnMain();
            var isRelative = path.StartsWith("Assets/", StringComparison.Ordinal) && path.IndexOf('\\') < 0 && !path.EndsWith("/");
            if (!isRelative) throw Rules.Break("ImportAsset wants a path of the project: " + path);
            var place = Path.Combine(Sim.Project, path);
            if (!File.Exists(place) && !Directory.Exists(place)) throw Rules.Break("ImportAsset found nothing at " + path);
            if (Editing > 0) waiting.Add(path);
            else Import(path);
        }

        public delegate void ImportPackageCallback(string packageName);
        public delegate void ImportPackageFailedCallback(string packageName, string errorMessage);
        public static event ImportPackageCallback importPackageCompleted;
        public static event ImportPackageCallback importPackageCancelled;
        public static event ImportPackageFailedCallback importPackageFailed;

        /// <summary>The end of the dialog in which a person chooses what to import.</summary>
        internal static void EndPackage(string how)
        {
            var name = Path.GetFileNameWithoutExtension(Packages.Last());
            if (how == "completed" && importPackageCompleted != null) importPackageCompleted(name);
            if (how == "cancelled" && importPackageCancelled != null) importPackageCancelled(name);
            if (how == "failed" && importPackageFailed != null) importPackageFailed(name, "It is damaged.");
        }

        public static void ImportPackage(string packagePath, bool interactive)
        {
            Rules.OnMain();
            if (!interactive) throw Rules.Break("A package was imported without asking.");
            if (!File.Exists(packagePath) || !packagePath.EndsWith(".unitypackage")) throw Rules.Break("There is no package " + packagePath);
            Packages.Add(Path.GetFileName(packagePath));
        }

        public static T LoadAssetAtPath<T>(string path) where T : Object
        {
            Rules.OnMain();
            if (models.TryGetValue(path, out var model)) return model as T;
            if (path.EndsWith(".png") && !others.ContainsKey(path) && File.Exists(Path.Combine(Sim.Project, path + ".meta")))
                others[path] = Texture2D.OfAsset(path);
            return others.TryGetValue(path, out var other) ? other as T : null;
        }

        public static Object[] LoadAllAssetsAtPath(string path)
        {
            Rules.OnMain();
            if (!models.TryGetValue(path, out var model)) return new Object[0];
            var materials = model.GetComponentsInChildren<Renderer>(true).SelectMany(one => one.sharedMaterials).Distinct();
            return materials.Where(one => GetAssetPath(one) == "").Concat(new Object[] { model }).ToArray();
        }

        public static string GetAssetPath(Object one)
        {
            Rules.OnMain();
            return one is MonoScript ? GetAssetPath((MonoScript)one) : others.FirstOrDefault(other => other.Value == one).Key ?? "";
        }

        public static void CreateAsset(Object asset, string path)
        {
            Rules.OnMain();
            if (!path.StartsWith("Assets/") || others.ContainsKey(path)) throw Rules.Break("CreateAsset wants a new path of the project: " + path);
            asset.name = Path.GetFileNameWithoutExtension(path);
            File.WriteAllText(Path.Combine(Sim.Project, path), asset.ToString());
            others[path] = asset;
            Import(path);
        }

        /// <summary>A prefab of the project's own.</summary>
        internal static void Keep(string path, GameObject prefab)
        {
            File.WriteAllText(Path.Combine(Sim.Project, path), prefab.ToString());
            models[path] = prefab;
            Import(path);
        }

        public static string GetAssetPath(MonoScript script)
        {
            Rules.OnMain();
            var found = Directory.GetFiles(Sim.Project, script.ClassName + ".cs", SearchOption.AllDirectories);
            return found.Length == 0 ? "" : found[0].Substring(Sim.Project.Length + 1);
        }

        internal static void Import(string path)
        {
            var file = Path.Combine(Sim.Project, path);
            if (!File.Exists(file + ".meta")) File.WriteAllText(file + ".meta", "guid: " + Guid.NewGuid().ToString("N") + "\n");
            Imported.Add(path);
            if (path.EndsWith(".fbx") || path.EndsWith(".obj")) models[path] = ReadModel(path, file);
        }

        // A body with one material per colour texture; a texture that was not imported before is missing for good.
        static GameObject ReadModel(string path, string file)
        {
            var root = new GameObject(Path.GetFileNameWithoutExtension(path)) { AssetPath = path };
            var text = Encoding.GetEncoding("latin1").GetString(File.ReadAllBytes(file));
            if (path.EndsWith(".obj"))
                foreach (var library in Directory.GetFiles(Path.GetDirectoryName(file), "*.mtl")) text += File.ReadAllText(library);
            var all = Regex.Matches(text, @"textures/([\w-]+)\.png").Cast<Match>().Select(match => match.Value).Distinct().ToList();
            foreach (var texture in all)
                if (!File.Exists(Path.Combine(Path.GetDirectoryName(file), texture + ".meta"))) Missing.Add(path + ": " + texture);
            var textures = all.Where(texture => !Regex.IsMatch(texture, @"_(normal|orm|emissive)\.png$")).ToList();
            var body = new GameObject("body");
            body.transform.SetParentOfAsset(root.transform);
            var names = textures.Count == 0 ? new List<string> { "default" } : textures.Select(Path.GetFileNameWithoutExtension).ToList();
            // The finer topologies name their slots alike but in another order, with one more in front.
            if (text.Length > 4000) names.Insert(0, "rubber");
            Remaps.TryGetValue(path, out var replaced);
            body.AddComponent<Renderer>().sharedMaterials = names.Select(name => replaced != null && replaced.ContainsKey(name) ? replaced[name] : Material.OfModel(name, textures
                .Where(texture => Path.GetFileName(texture) == name + ".png" || textures.Count == 1).Select(texture => Path.GetDirectoryName(path) + "/" + texture).FirstOrDefault())).ToArray();
            return root;
        }
    }

    public enum TextureImporterType { Default, NormalMap }
    public enum TextureImporterCompression { Uncompressed, Compressed }

    public class AssetImporter : Object
    {
        protected string path = "";

        public struct SourceAssetIdentifier
        {
            public Type type;
            public string name;
            public SourceAssetIdentifier(Type type, string name) { this.type = type; this.name = name; }
        }

        Dictionary<string, Material> Remapped
        {
            get
            {
                if (!AssetDatabase.Remaps.ContainsKey(path)) AssetDatabase.Remaps[path] = new Dictionary<string, Material>();
                return AssetDatabase.Remaps[path];
            }
        }

        public void AddRemap(SourceAssetIdentifier identifier, Object externalObject)
        {
            Rules.OnMain();
            if (AssetDatabase.GetAssetPath(externalObject) == "") throw Rules.Break("AddRemap wants an asset: " + identifier.name);
            Remapped[identifier.name] = (Material)externalObject;
        }

        public Dictionary<SourceAssetIdentifier, Object> GetExternalObjectMap()
        {
            Rules.OnMain();
            return Remapped.ToDictionary(one => new SourceAssetIdentifier(typeof(Material), one.Key), one => (Object)one.Value);
        }

        public virtual void SaveAndReimport() { Rules.OnMain(); AssetDatabase.Import(path); }

        public static AssetImporter GetAtPath(string assetPath)
        {
            Rules.OnMain();
            if (AssetDatabase.Editing > 0) throw Rules.Break("An importer was asked for while assets are being edited: " + assetPath);
            if (assetPath.EndsWith(".fbx") || assetPath.EndsWith(".obj")) return new ModelImporter { path = assetPath };
            var isPicture = assetPath.EndsWith(".png") && File.Exists(Path.Combine(Sim.Project, assetPath + ".meta"));
            return isPicture ? new TextureImporter { path = assetPath } : null;
        }
    }

    public sealed class ModelImporter : AssetImporter { }

    /// <summary>Its settings stand in the .meta file, below the GUID.</summary>
    public sealed class TextureImporter : AssetImporter
    {
        public TextureImporterType textureType { get; set; }
        public bool sRGBTexture { get; set; } = true;
        public TextureImporterCompression textureCompression { get; set; } = TextureImporterCompression.Compressed;

        public override void SaveAndReimport()
        {
            Rules.OnMain();
            var meta = Path.Combine(Sim.Project, path + ".meta");
            File.WriteAllText(meta, File.ReadAllLines(meta)[0] + "\ntextureType: " + textureType + "\nsRGB: " + sRGBTexture + "\n" +
                (textureCompression == TextureImporterCompression.Uncompressed ? "uncompressed\n" : ""));
            AssetDatabase.Imported.Add(path);
        }
    }

    static class AssetHierarchy
    {
        internal static void SetParentOfAsset(this Transform child, Transform parent)
        {
            child.gameObject.scene = new Scene();
            child.SetParent(parent, false);
        }
    }

    public sealed class AddedGameObject { public GameObject instanceGameObject { get; internal set; } }
    public sealed class AddedComponent { public Component instanceComponent { get; internal set; } }

    public static class PrefabUtility
    {
        public static Object InstantiatePrefab(Object asset, Scene scene)
        {
            Rules.OnMain();
            var source = asset as GameObject;
            if (source == null || source.AssetPath == "") throw Rules.Break("InstantiatePrefab wants a prefab asset.");
            var copy = Copy(source, scene);
            scene.Roots.Add(copy);
            Debts.Open.Add("A new object has no undo step.");
            Debts.Open.Add("A changed scene was not marked dirty.");
            EditorApplication.ChangeHierarchy();
            return copy;
        }

        /// <summary>Below an object that a script has just made: it owes the scene nothing.</summary>
        public static Object InstantiatePrefab(Object asset, Transform parent)
        {
            Rules.OnMain();
            var source = asset as GameObject;
            if (source == null || source.AssetPath == "") throw Rules.Break("InstantiatePrefab wants a prefab asset.");
            var copy = Copy(source, new Scene());
            copy.transform.SetParent(parent, false);
            return copy;
        }

        public static GameObject SaveAsPrefabAsset(GameObject root, string path)
        {
            Rules.OnMain();
            if (!path.StartsWith("Assets/") || !path.EndsWith(".prefab")) throw Rules.Break("SaveAsPrefabAsset wants a path of the project: " + path);
            var asset = Copy(root, new Scene());
            asset.Source = null;
            asset.AssetPath = path;
            asset.Description = root.ToString();
            AssetDatabase.Keep(path, asset);
            return asset;
        }

        public static GameObject GetOutermostPrefabInstanceRoot(Object one)
        {
            Rules.OnMain();
            GameObject found = null;
            for (var place = ((GameObject)one).transform; place != null; place = place.parent)
                if (IsAnyPrefabInstanceRoot(place.gameObject)) found = place.gameObject;
            return found;
        }

        static GameObject Copy(GameObject source, Scene scene)
        {
            // An instance inside of a prefab stays one of its own asset.
            var isNested = source.Source != null && source.Source.AssetPath != "";
            var copy = new GameObject(source.name) { Source = isNested ? source.Source : source, IsNested = isNested, scene = scene };
            copy.transform.Source = source.transform;
            foreach (var renderer in source.Components.OfType<Renderer>())
            {
                var next = copy.AddComponent<Renderer>();
                next.sharedMaterials = renderer.sharedMaterials;
                next.Source = renderer;
            }
            foreach (var child in source.transform.Children)
            {
                var next = Copy(child.gameObject, scene);
                scene.Roots.Add(next);
                next.transform.SetParent(copy.transform, false);
            }
            return copy;
        }

        public static bool IsPartOfPrefabInstance(Object one) { Rules.OnMain(); return ((GameObject)one).Source != null; }
        public static bool IsAnyPrefabInstanceRoot(GameObject one) { Rules.OnMain(); return one.Source != null && one.Source.AssetPath != ""; }
        public static bool IsOutermostPrefabInstanceRoot(GameObject one) { return IsAnyPrefabInstanceRoot(one) && !one.IsNested; }

        public static string GetPrefabAssetPathOfNearestInstanceRoot(Object one)
        {
            Rules.OnMain();
            for (var place = ((GameObject)one).transform; place != null; place = place.parent)
                if (IsAnyPrefabInstanceRoot(place.gameObject)) return place.gameObject.Source.AssetPath;
            return "";
        }

        public static T GetCorrespondingObjectFromSource<T>(T one) where T : Object
        {
            Rules.OnMain();
            return (one as Component).Source as T;
        }

        public static void RecordPrefabInstancePropertyModifications(Object one)
        {
            Rules.OnMain();
            Debts.Open.Remove("A changed material was not recorded as override of the prefab.");
        }

        static IEnumerable<GameObject> PartsOf(GameObject root) { return root.GetComponentsInChildren<Transform>(true).Select(place => place.gameObject); }

        public static List<AddedGameObject> GetAddedGameObjects(GameObject root)
        {
            Rules.OnMain();
            return PartsOf(root).Where(one => one.Source == null && one.transform.parent.gameObject.Source != null)
                .Select(one => new AddedGameObject { instanceGameObject = one }).ToList();
        }

        public static List<AddedComponent> GetAddedComponents(GameObject root)
        {
            Rules.OnMain();
            return PartsOf(root).Where(one => one.Source != null).SelectMany(one => one.Components).Where(one => one.Source == null)
                .Select(one => new AddedComponent { instanceComponent = one }).ToList();
        }
    }
}

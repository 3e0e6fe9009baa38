using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace Lodestock.Online
{
    /// <summary>Instances of a model in the open scenes: placed, found by their asset, and swapped.</summary>
    static class SceneWork
    {
        internal static GameObject Put(string assetPath, Vector3? place = null)
        {
            RefusePlayMode();
            var copy = (GameObject)PrefabUtility.InstantiatePrefab(Importer.Load(assetPath), SceneManager.GetActiveScene());
            if (place.HasValue) copy.transform.position = place.Value;
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

        /// <summary>
        /// Standalone instances; those inside the project's own prefabs are counted, but not touched. LOD groups already have all topologies.
        /// </summary>
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
                        if (LodGroups.IsOne(SourceOf(PrefabUtility.GetOutermostPrefabInstanceRoot(one)))) continue;
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

        // Topologies share the names of materials, but not always those of meshes or the order of slots.
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
                    // Match by slot only if names do not help: otherwise another material's changes would end up here.
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
            // sharedMaterials returns a copy, so changing one element has no effect.
            var materials = target.sharedMaterials;
            materials[slot] = material;
            target.sharedMaterials = materials;
        }

        // Objects and components that the artist added to the copy move to the same part, or to its root.
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
}

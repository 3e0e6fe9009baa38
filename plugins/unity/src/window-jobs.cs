using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using UnityEditor;
using UnityEngine;

namespace Lodestock.Online
{
    /// <summary>The actions of the window's buttons.</summary>
    public sealed partial class free3d_online
    {
        string OwnFile() { return AssetDatabase.GetAssetPath(MonoScript.FromScriptableObject(this)); }

        async Task ChangeServer(string typed)
        {
            Session.SetServer(typed);
            Updates.Forget();
            results.Clear();
            posters.Clear();
            model = null;
            pending = Pending.Read();
            projects = null;
            hasMore = false;
            total = -1;
            Work.Say("", MessageType.None);
            await Session.Restore();
        }

        static Task SignIn()
        {
            Work.Say("", MessageType.None);
            return Session.SignIn();
        }

        async Task Find(int offset)
        {
            await Session.Restore();
            var answer = await Catalogue.Find(query, offset);
            if (offset == 0)
            {
                results.Clear();
                posters.Clear();
            }
            results.AddRange(answer.Objects("results"));
            hasMore = answer.IsTrue("hasMore");
            total = answer.Number("total");
            Work.Say("", MessageType.None);
            foreach (var one in results) ShowWhenLoaded(Catalogue.PosterOf(one));
        }

        async Task OpenModel(string guid)
        {
            await Session.Restore();
            var opened = await Catalogue.Open(guid);
            model = opened;
            fileIndex = 0;
            Work.Say("", MessageType.None);
            folder = Project.FolderOf(opened.Title, opened.Guid);
            installed = Receipt.VersionIn(folder);
            LookForCopies();
            ShowWhenLoaded(opened.Poster);
        }

        // Not awaited: the window can be used while its pictures load.
        async void ShowWhenLoaded(string poster)
        {
            await posters.Load(poster);
            if (this != null) Repaint();
        }

        Task OpenSelected()
        {
            var folder = SceneWork.FolderIn(SceneWork.SourceOf(Selection.activeGameObject));
            var guid = folder == "" ? "" : Receipt.GuidIn(folder);
            if (guid == "") throw new Problem("The selected object was not imported by Lodestock, or its model.json is missing.");
            return OpenModel(guid);
        }

        Task Import(Choice choice, Vector3? place = null)
        {
            return Noted(choice, place.HasValue || isPut ? "scene" : "", () => BringOne(choice, place.HasValue || isPut, place));
        }

        // Only a compilation of scripts or a crash leaves something to resume.
        async Task Noted(Choice choice, string kind, Func<Task> job)
        {
            Pending.Keep(model, choice, kind);
            pending = null;
            try
            {
                await job();
            }
            finally
            {
                if (!Work.IsEnding) Pending.Clear();
            }
        }

        async Task BringOne(Choice choice, bool isPut, Vector3? place)
        {
            if (isPut && choice.Format != "unitypackage") SceneWork.RefusePlayMode();
            var asset = await Importer.Bring(model, choice);
            var what = model.Title + ", " + choice.Lod + " " + choice.Format;
            if (asset == "")
            {
                Work.Say(what + ": choose in Unity's dialog what to import." + Work.Charged, MessageType.Info);
                return;
            }
            if (isPut) SceneWork.Put(asset, place);
            else Importer.Load(asset);
            NoteImported(asset);
            Work.Say(what + (isPut ? ": added to the project and the scene." : ": added to the project.") + Work.Charged, MessageType.Info);
        }

        void NoteImported(string asset)
        {
            folder = SceneWork.FolderIn(asset);
            installed = model.Version;
            LookForCopies();
        }

        Task ImportGroup(List<Choice> levels) { return Noted(levels[0], isPut ? "scene group" : "group", () => BringGroup(levels)); }

        async Task BringGroup(List<Choice> levels)
        {
            if (isPut) SceneWork.RefusePlayMode();
            var assets = await BringAll(levels);
            var prefab = LodGroups.Save(levels, assets);
            if (isPut) SceneWork.Put(prefab);
            NoteImported(prefab);
            var where = isPut ? ", added to the project and the scene." : ", added to the project.";
            Work.Say(model.Title + ": " + levels.Count + " topologies as LOD group" + where + Work.Charged, MessageType.Info);
        }

        // All files are checked first: a refusal of one must not follow the charge for another.
        async Task<List<string>> BringAll(List<Choice> choices)
        {
            var assets = new List<string>();
            foreach (var one in choices) Importer.Refuse(model, one);
            foreach (var one in choices) assets.Add(await Importer.Bring(model, one));
            return assets;
        }

        /// <summary>Imports the model's new version of what was imported before; files that it no longer has stay.</summary>
        async Task UpdateImported()
        {
            var imported = Receipt.ScenesIn(folder);
            var choices = model.Files.Where(one => one.Format != "unitypackage" && imported.Contains(one.RelativePath)).ToList();
            if (choices.Count == 0) throw new Problem("The new version of " + model.Title + " has none of the files that this project has. Import what you need.");
            NoteImported((await BringAll(choices))[0]);
            var what = string.Format(CultureInfo.InvariantCulture, "{0} is now version {1:0}. Files updated: {2}.", model.Title, model.Version, choices.Count);
            Work.Say(what + Work.Charged, MessageType.Info);
        }

        async Task Report(JsonObject project)
        {
            projects = null;
            var count = await Projects.Report(project.Text("id"));
            Work.Say(Web.OneLine(project.Text("name")) + ": " + count + (count == 1 ? " file" : " files") + " of models reported.", MessageType.Info);
        }

        void Drop(string guid, Vector3 place)
        {
            Start(async () =>
            {
                SceneWork.RefusePlayMode();
                await OpenModel(guid);
                // The last selection, or the coarsest.
                lod = model.Topologies.Contains(lod) ? lod : model.Topologies[0];
                format = model.FormatsOf(lod).Contains(format) ? format : model.FormatsOf(lod)[0];
                await Import(model.FilesOf(lod, format)[0], place);
            });
        }

        async Task Switch(string wanted)
        {
            SceneWork.RefusePlayMode();
            var selected = copies.Where(copy => copy != null && Selection.Contains(copy)).ToList();
            var chosen = selected.Count > 0 ? selected : copies.Where(copy => copy != null).ToList();
            var lost = 0;
            foreach (var kind in chosen.GroupBy(SceneWork.SourceOf).ToList())
            {
                var choice = model.Counterpart(wanted, SafePath.KindOf(kind.Key), Path.GetFileName(kind.Key));
                var asset = await Importer.Bring(model, choice);
                lost += SceneWork.Switch(kind.Where(copy => copy != null).ToList(), asset);
            }
            LookForCopies();
            Work.Say(model.Title + " is now " + wanted + ": " + chosen.Count + (chosen.Count == 1 ? " copy." : " copies.") +
                (lost > 0 ? " Changed materials that could not be kept: " + lost + "." : "") + Work.Charged, lost > 0 ? MessageType.Warning : MessageType.Info);
        }

        void LookForCopies()
        {
            isHierarchyChanged = false;
            if (model == null) return;
            copies = SceneWork.CopiesOf(folder, out nested);
            Repaint();
        }

        Task RollBack()
        {
            Updates.RollBack(OwnFile());
            return Task.CompletedTask;
        }
    }
}

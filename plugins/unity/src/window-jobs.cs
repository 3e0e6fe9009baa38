using System.IO;
using System.Linq;
using System.Threading.Tasks;
using UnityEditor;

namespace Lodestock.Online
{
    /// <summary>What the window's buttons start.</summary>
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
            LookForCopies();
            ShowWhenLoaded(opened.Poster);
        }

        // Nobody waits for it: the window can be used while its pictures come.
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

        async Task Import(Choice choice)
        {
            if (isPut && choice.Format != "unitypackage") SceneWork.RefusePlayMode();
            var asset = await Importer.Bring(model, choice);
            var what = model.Title + ", " + choice.Lod + " " + choice.Format;
            if (asset == "")
            {
                Work.Say(what + ": choose in Unity's dialog what to import." + Work.Charged, MessageType.Info);
                return;
            }
            if (isPut) SceneWork.Put(asset);
            else Importer.Load(asset);
            folder = SceneWork.FolderIn(asset);
            LookForCopies();
            Work.Say(what + (isPut ? ": added to the project and the scene." : ": added to the project.") + Work.Charged, MessageType.Info);
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

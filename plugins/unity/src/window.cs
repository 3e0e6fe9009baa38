using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using UnityEditor;
using UnityEngine;

namespace Lodestock.Online
{
    /// <summary>The window. Its class is named like the file, because Unity finds a window's script by that name.</summary>
    public sealed partial class free3d_online : EditorWindow
    {
        [SerializeField] string query = "";
        [SerializeField] bool isPut = true;
        readonly Posters posters = new Posters();
        List<JsonObject> results = new List<JsonObject>();
        List<GameObject> copies = new List<GameObject>();
        int nested;
        bool hasMore;
        double total = -1;
        Model model;
        string lod = "", format = "";
        int fileIndex;
        Vector2 scroll;
        Action pressed;
        string folder = "";
        double installed;
        JsonObject pending;
        List<JsonObject> projects;
        bool isHierarchyChanged;

        [MenuItem("Window/Lodestock/Online Catalogue", false, 2000)]
        static void Open()
        {
            var window = GetWindow<free3d_online>(About.Title);
            window.minSize = new Vector2(340, 400);
        }

        void OnEnable()
        {
            Work.Changed += Repaint;
            EditorApplication.hierarchyChanged += NoteChange;
            Selection.selectionChanged += Repaint;
            Drag.Dropped += Drop;
            Start(Return);
        }

        void OnDisable()
        {
            Work.Changed -= Repaint;
            EditorApplication.hierarchyChanged -= NoteChange;
            Drag.Dropped -= Drop;
            Selection.selectionChanged -= Repaint;
            posters.Clear();
            Keep();
        }

        void OnDestroy()
        {
            Session.CancelSignIn();
            SessionState.EraseString(KeptKey);
        }

        void OnInspectorUpdate()
        {
            if (Work.IsBusy) Repaint();
            // A change of a large scene raises many events: one check is enough, and none while the game runs.
            if (!isHierarchyChanged || model == null || EditorApplication.isPlayingOrWillChangePlaymode) return;
            LookForCopies();
        }

        void NoteChange() { isHierarchyChanged = true; }

        void Start(Func<Task> job) { Work.Run(job); }

        // Handle the press only after all groups are closed, so that the layout cannot change half-way.
        void Press(Action action) { pressed = action; }

        void OnGUI()
        {
            scroll = EditorGUILayout.BeginScrollView(scroll);
            ShowServer();
            using (new EditorGUI.DisabledScope(Work.IsBusy))
            {
                ShowPending();
                if (model == null) ShowSearch();
                else ShowModel();
                ShowProjects();
                ShowUpdates();
            }
            EditorGUILayout.EndScrollView();
            ShowWork();
            var action = pressed;
            pressed = null;
            if (action != null) action();
        }

        void ShowServer()
        {
            using (new EditorGUI.DisabledScope(Work.IsBusy))
            {
                var server = Session.Server;
                var typed = EditorGUILayout.DelayedTextField("Server", server);
                if (typed != server) Press(() => Start(() => ChangeServer(typed)));
                if (Session.UserCode != "")
                {
                    EditorGUILayout.HelpBox("Approve in your browser if the page shows the same code: " + Session.UserCode, MessageType.Info);
                    if (GUILayout.Button("Cancel sign-in")) Press(Session.CancelSignIn);
                }
                else if (Session.Token == "")
                {
                    if (GUILayout.Button("Sign in")) Press(() => Start(SignIn));
                }
                else if (GUILayout.Button("Sign out")) Press(() => Start(Session.SignOut));
            }
        }

        void ShowSearch()
        {
            EditorGUILayout.BeginHorizontal();
            query = EditorGUILayout.TextField("Search", query);
            if (GUILayout.Button("Search", GUILayout.Width(70))) Press(() => Start(() => Find(0)));
            EditorGUILayout.EndHorizontal();
            if (total >= 0) EditorGUILayout.LabelField(total == 0 ? "No models found" : total.ToString("0", CultureInfo.InvariantCulture) + " found");
            foreach (var one in results)
            {
                EditorGUILayout.BeginHorizontal();
                ShowPoster(posters.Of(Catalogue.PosterOf(one)), 64, one.Text("guid"), one.Text("title"));
                EditorGUILayout.BeginVertical();
                if (GUILayout.Button(Web.OneLine(one.Text("title")))) Press(() => Start(() => OpenModel(one.Text("guid"))));
                EditorGUILayout.LabelField(string.Join(", ", one.Texts("lods").ToArray()) + "   " + string.Join(", ", one.Texts("formats").ToArray()));
                EditorGUILayout.EndVertical();
                EditorGUILayout.EndHorizontal();
            }
            if (hasMore && GUILayout.Button("More")) Press(() => Start(() => Find(results.Count)));
            using (new EditorGUI.DisabledScope(SceneWork.SourceOf(Selection.activeGameObject) == ""))
                if (GUILayout.Button("Model of the selected object")) Press(() => Start(OpenSelected));
        }

        static void ShowPoster(Texture2D poster, float side, string guid, string title)
        {
            var place = GUILayoutUtility.GetRect(side, side, GUILayout.Width(side));
            if (!Work.IsBusy) Drag.Offer(place, guid, title);
            if (poster != null) GUI.DrawTexture(place, poster, ScaleMode.ScaleToFit);
            else GUI.Box(place, "no preview");
        }

        void ShowModel()
        {
            if (GUILayout.Button("Back")) Press(() => model = null);
            EditorGUILayout.LabelField(model.Title, EditorStyles.boldLabel);
            ShowPoster(posters.Of(model.Poster), 192, model.Guid, model.Title);
            EditorGUILayout.LabelField(model.Pricing, EditorStyles.wordWrappedLabel);
            lod = Pick("Topology", lod, model.Topologies);
            format = Pick("Format", format, model.FormatsOf(lod));
            var files = model.FilesOf(lod, format);
            fileIndex = EditorGUILayout.Popup("File", Mathf.Clamp(fileIndex, 0, files.Length - 1), files.Select(file => file.Label).ToArray());
            isPut = EditorGUILayout.Toggle("Add to the open scene", isPut);
            if (GUILayout.Button(model.Priced("Import", lod))) Press(() => Start(() => Import(files[fileIndex])));
            ShowGroup(model.LevelsFrom(files[fileIndex]));
            ShowNewer();
            ShowCopies();
        }

        static string Pick(string label, string chosen, string[] values)
        {
            EditorGUILayout.BeginHorizontal();
            EditorGUILayout.PrefixLabel(label);
            var index = GUILayout.Toolbar(Math.Max(0, Array.IndexOf(values, chosen)), values);
            EditorGUILayout.EndHorizontal();
            return values[Mathf.Clamp(index, 0, values.Length - 1)];
        }

        void ShowGroup(List<Choice> levels)
        {
            // Always drawn, because the selection can change between the passes of one event.
            using (new EditorGUI.DisabledScope(levels.Count < 2 || format == "unitypackage"))
                if (GUILayout.Button(model.Priced("Import as LOD group of " + string.Join(", ", levels.Select(one => one.Lod)), lod)))
                    Press(() => Start(() => ImportGroup(levels)));
        }

        void ShowNewer()
        {
            if (installed == 0 || installed >= model.Version) return;
            var news = string.Format(CultureInfo.InvariantCulture, "This project has version {0:0}. Version {1:0} is available.", installed, model.Version);
            EditorGUILayout.LabelField(news, EditorStyles.wordWrappedLabel);
            if (GUILayout.Button("Update imported files")) Press(() => Start(UpdateImported));
        }

        void ShowPending()
        {
            if (pending == null) return;
            EditorGUILayout.HelpBox("The import of " + Web.OneLine(pending.Text("title")) + " was interrupted. What has arrived is kept.", MessageType.Warning);
            EditorGUILayout.BeginHorizontal();
            if (GUILayout.Button("Continue")) Press(() => Start(Continue));
            if (GUILayout.Button("Discard")) Press(DropPending);
            EditorGUILayout.EndHorizontal();
        }

        void ShowCopies()
        {
            if (copies.Count == 0) return;
            EditorGUILayout.LabelField("Copies in the open scenes: " + copies.Count + (nested > 0 ? " (and " + nested + " inside prefabs, which are not changed)" : ""));
            EditorGUILayout.BeginHorizontal();
            foreach (var one in model.Topologies)
                if (GUILayout.Button(model.Priced("Switch to " + one, one))) Press(() => Start(() => Switch(one)));
            EditorGUILayout.EndHorizontal();
        }

        void ShowProjects()
        {
            if (Session.Token == "") return;
            if (projects == null)
            {
                if (GUILayout.Button("Report to a project")) Press(() => Start(async () => projects = await Projects.List()));
                return;
            }
            EditorGUILayout.LabelField("Which project uses this one's models?");
            foreach (var one in projects)
                if (GUILayout.Button(Web.OneLine(one.Text("name")))) Press(() => Start(() => Report(one)));
            if (GUILayout.Button("None")) Press(() => projects = null);
        }

        void ShowUpdates()
        {
            EditorGUILayout.Space();
            EditorGUILayout.BeginHorizontal();
            EditorGUILayout.LabelField(About.Title + " " + About.Version);
            var offered = Updates.Offered;
            if (offered != "")
            {
                if (GUILayout.Button("Install " + offered)) Press(() => Start(() => Updates.Install(OwnFile())));
            }
            else if (GUILayout.Button("Check for updates")) Press(() => Start(Updates.CheckAndTell));
            if (Updates.HasPrevious && GUILayout.Button("Previous version")) Press(() => Start(RollBack));
            EditorGUILayout.EndHorizontal();
            if (offered != "" && Updates.IsFromApp)
                EditorGUILayout.LabelField("The desktop app offers " + offered + ", because the server is unreachable.", EditorStyles.wordWrappedLabel);
        }

        void ShowWork()
        {
            var transfer = Work.Current;
            if (transfer != null)
            {
                EditorGUI.ProgressBar(GUILayoutUtility.GetRect(18, 18), transfer.Part, "Downloading " + (int)(transfer.Part * 100) + " %");
                if (GUILayout.Button("Cancel")) Press(Work.Cancel);
            }
            if (Work.Status != "") EditorGUILayout.HelpBox(Work.Status, Work.Kind);
        }
    }
}

// IMGUI: every pass must draw the same controls in the same groups, or Unity throws.
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using UnityTest;

namespace UnityTest
{
    public sealed class Control
    {
        public string Kind, Label, Value = "";
        public bool IsEnabled;
        public string[] Options = new string[0];
    }

    /// <summary>One thing that a person does to one control.</summary>
    public sealed class Deed
    {
        public string Kind, Label, Value = "";
        public bool IsDone;
    }

    public static class Gui
    {
        public static List<Control> Shown = new List<Control>();
        static List<Control> drawn = new List<Control>();
        static readonly Stack<string> groups = new Stack<string>();
        static int disabled;
        static Deed deed;
        static bool isDrawing;

        /// <summary>How many places were laid out in this pass.</summary>
        internal static int Places;

        public static void Draw(UnityEditor.EditorWindow window, Deed wanted)
        {
            if (window == null)
            {
                Shown.Clear();
                return;
            }
            var layout = Pass(window, null);
            var next = Pass(window, wanted);
            if (!layout.Select(one => one.Kind).SequenceEqual(next.Select(one => one.Kind)))
                Rules.Break("Getting control " + layout.Count + "'s position in a group with only " + layout.Count + " controls.");
            Shown = next;
        }

        static List<Control> Pass(UnityEditor.EditorWindow window, Deed wanted)
        {
            drawn = new List<Control>();
            Places = 0;
            deed = wanted;
            isDrawing = true;
            window.Call("OnGUI");
            isDrawing = false;
            if (groups.Count > 0 || disabled > 0) Rules.Break("GUI: Begin and End do not match: " + string.Join(", ", groups.ToArray()));
            groups.Clear();
            disabled = 0;
            return drawn;
        }

        /// <summary>Whether a control is the one that a person means; the price on its button changes nothing.</summary>
        public static bool IsMeant(Deed deed, string kind, string label, string[] options)
        {
            return deed.Kind == kind && (label == deed.Label || label.StartsWith(deed.Label + " for ", StringComparison.Ordinal) || options.Contains(deed.Label));
        }

        public static bool Add(string kind, string label, string value = "", string[] options = null)
        {
            Rules.OnMain(kind);
            if (!isDrawing) throw Rules.Break("You can only call GUI functions from inside OnGUI.");
            drawn.Add(new Control { Kind = kind, Label = label ?? "", Value = value, Options = options ?? new string[0], IsEnabled = disabled == 0 });
            if (deed == null || deed.IsDone || disabled > 0) return false;
            if (!IsMeant(deed, kind, label ?? "", options ?? new string[0])) return false;
            deed.IsDone = true;
            return true;
        }

        public static string Deed { get { return deed.Value; } }
        public static string DeedLabel { get { return deed.Label; } }
        public static void Begin(string kind) { Rules.OnMain(kind); drawn.Add(new Control { Kind = "begin " + kind, Label = "" }); groups.Push(kind); }

        public static void End(string kind)
        {
            drawn.Add(new Control { Kind = "end " + kind, Label = "" });
            if (groups.Count == 0 || groups.Pop() != kind) throw Rules.Break("EndLayoutGroup: BeginLayoutGroup must be called first (" + kind + ").");
        }

        public static void Disable(bool isDisabled) { disabled += isDisabled ? 1 : 0; }
        public static void Enable(bool wasDisabled) { disabled -= wasDisabled ? 1 : 0; }
    }
}

namespace UnityEngine
{
    public sealed class GUILayoutOption { }
    public sealed class GUIStyle { }
    public enum ScaleMode { StretchToFill, ScaleAndCrop, ScaleToFit }

    public static class GUI
    {
        public static void Box(Rect position, string text) { Gui.Add("box", text); }

        public static void DrawTexture(Rect position, Texture2D image, ScaleMode mode)
        {
            if (image == null) throw Rules.Break("DrawTexture: the texture is null.");
            Gui.Add("poster", image.width + " x " + image.height);
        }
    }

    public static class GUILayout
    {
        public static GUILayoutOption Width(float width) { return new GUILayoutOption(); }
        public static bool Button(string text, params GUILayoutOption[] options) { return Gui.Add("button", text); }

        public static int Toolbar(int selected, string[] texts, params GUILayoutOption[] options)
        {
            return Gui.Add("toolbar", "", texts[selected], texts) ? Array.IndexOf(texts, Gui.DeedLabel) : selected;
        }
    }

    public static class GUILayoutUtility
    {
        public static Rect GetRect(float width, float height, params GUILayoutOption[] options) { Rules.OnMain(); return new Rect(Gui.Places++ * 100, 0, width, height); }
    }
}

namespace UnityEditor
{
    public enum MessageType { None, Info, Warning, Error }

    public static class EditorStyles
    {
        public static GUIStyle boldLabel { get { return new GUIStyle(); } }
        public static GUIStyle wordWrappedLabel { get { return new GUIStyle(); } }
    }

    public static class EditorGUI
    {
        public static void ProgressBar(Rect position, float value, string text)
        {
            if (value < 0 || value > 1) throw Rules.Break("A progress bar goes from 0 to 1.");
            Gui.Add("bar", text);
        }

        public struct DisabledScope : IDisposable
        {
            readonly bool isDisabled;

            public DisabledScope(bool disabled)
            {
                isDisabled = disabled;
                Gui.Disable(disabled);
            }

            public void Dispose() { Gui.Enable(isDisabled); }
        }
    }

    public static class EditorGUILayout
    {
        public static string TextField(string label, string text, params GUILayoutOption[] options) { return Gui.Add("field", label, text) ? Gui.Deed : text; }
        public static string DelayedTextField(string label, string text, params GUILayoutOption[] options) { return Gui.Add("field", label, text) ? Gui.Deed : text; }
        public static bool Toggle(string label, bool value, params GUILayoutOption[] options) { return Gui.Add("toggle", label, value ? "on" : "off") ? !value : value; }
        public static void LabelField(string label, params GUILayoutOption[] options) { Gui.Add("label", label); }
        public static void LabelField(string label, GUIStyle style, params GUILayoutOption[] options) { Gui.Add("label", label); }
        public static void PrefixLabel(string label) { Gui.Add("label", label); }
        public static void HelpBox(string message, MessageType type) { Gui.Add("help", message, type.ToString()); }
        public static void Space() { Rules.OnMain(); }
        public static void BeginHorizontal(params GUILayoutOption[] options) { Gui.Begin("horizontal"); }
        public static void EndHorizontal() { Gui.End("horizontal"); }
        public static void BeginVertical(params GUILayoutOption[] options) { Gui.Begin("vertical"); }
        public static void EndVertical() { Gui.End("vertical"); }

        public static Vector2 BeginScrollView(Vector2 position, params GUILayoutOption[] options)
        {
            Gui.Begin("scroll view");
            return position;
        }

        public static void EndScrollView() { Gui.End("scroll view"); }

        public static int Popup(string label, int selected, string[] options, params GUILayoutOption[] layout)
        {
            if (!Gui.Add("popup", label, options[selected], options)) return selected;
            return Array.FindIndex(options, option => option.StartsWith(Gui.Deed));
        }
    }
}

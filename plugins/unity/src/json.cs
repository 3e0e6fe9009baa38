using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Lodestock.Online
{
    /// <summary>A JSON object that keeps its text, so that it can be sent back unchanged (JsonUtility would lose nulls).</summary>
    sealed class JsonObject
    {
        internal readonly Dictionary<string, object> Fields = new Dictionary<string, object>();
        internal string Raw = "{}";

        internal object Get(string key)
        {
            return Fields.TryGetValue(key, out var value) ? value : null;
        }

        internal string Text(string key) { return Get(key) as string ?? ""; }

        internal double Number(string key) { return Get(key) is double number ? number : 0; }

        internal bool IsTrue(string key) { return Get(key) is bool value && value; }

        internal JsonObject Object(string key) { return Get(key) as JsonObject ?? new JsonObject(); }

        internal List<JsonObject> Objects(string key)
        {
            return (Get(key) as List<object> ?? new List<object>()).OfType<JsonObject>().ToList();
        }

        internal List<string> Texts(string key)
        {
            return (Get(key) as List<object> ?? new List<object>()).OfType<string>().ToList();
        }
    }

    sealed class Json
    {
        const int LongestText = 4 * 1024 * 1024;
        const int DeepestNesting = 50;

        readonly string text;
        int index;
        int depth;

        Json(string text) { this.text = text; }

        internal static JsonObject Parse(string text)
        {
            if (text.Length > LongestText) throw new Problem("The answer is not valid JSON: too long.");
            var reader = new Json(text);
            var value = reader.ReadValue() as JsonObject;
            reader.SkipBlank();
            if (value == null || reader.index < text.Length) throw reader.Unreadable("not an object");
            return value;
        }

        internal static string Quote(string value)
        {
            if (value == null) return "null";
            var result = new StringBuilder("\"");
            foreach (var sign in value)
            {
                if (sign == '"' || sign == '\\') result.Append('\\').Append(sign);
                else if (sign < ' ') result.AppendFormat(CultureInfo.InvariantCulture, "\\u{0:x4}", (int)sign);
                else result.Append(sign);
            }
            return result.Append('"').ToString();
        }

        Problem Unreadable(string what) { return new Problem("The answer is not valid JSON: " + what + " at character " + index + "."); }

        void SkipBlank()
        {
            while (index < text.Length && " \t\r\n".IndexOf(text[index]) >= 0) index++;
        }

        char Next()
        {
            SkipBlank();
            if (index >= text.Length) throw Unreadable("unexpected end");
            return text[index];
        }

        void Expect(char sign)
        {
            if (Next() != sign) throw Unreadable("'" + sign + "' is missing");
            index++;
        }

        object ReadValue()
        {
            // A hostile answer must not exhaust the editor's stack.
            if (++depth > DeepestNesting) throw Unreadable("nested too deeply");
            var sign = Next();
            var value = sign == '{' ? ReadObject() : sign == '[' ? ReadList() : sign == '"' ? ReadText() : ReadWord();
            depth--;
            return value;
        }

        bool Continues(char closing)
        {
            if (Next() == closing) return false;
            Expect(',');
            return true;
        }

        object ReadObject()
        {
            var start = index;
            var result = new JsonObject();
            index++;
            if (Next() != '}')
                do
                {
                    if (Next() != '"') throw Unreadable("a name is missing");
                    var key = ReadText();
                    Expect(':');
                    result.Fields[key] = ReadValue();
                } while (Continues('}'));
            index++;
            result.Raw = text.Substring(start, index - start);
            return result;
        }

        object ReadList()
        {
            var result = new List<object>();
            index++;
            if (Next() != ']')
                do result.Add(ReadValue());
                while (Continues(']'));
            index++;
            return result;
        }

        string ReadText()
        {
            var result = new StringBuilder();
            for (index++; index < text.Length && text[index] != '"'; index++)
                result.Append(text[index] == '\\' ? ReadEscape() : text[index]);
            if (index >= text.Length) throw Unreadable("unterminated text");
            index++;
            return result.ToString();
        }

        char ReadEscape()
        {
            index++;
            if (index >= text.Length) throw Unreadable("unterminated text");
            var known = "nrtbf".IndexOf(text[index]);
            if (known >= 0) return "\n\r\t\b\f"[known];
            if (text[index] != 'u') return text[index];
            index += 4;
            if (index >= text.Length ||
                !int.TryParse(text.Substring(index - 3, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
                throw Unreadable("invalid escape");
            return (char)code;
        }

        object ReadWord()
        {
            var start = index;
            while (index < text.Length && ",]} \t\r\n".IndexOf(text[index]) < 0) index++;
            var word = text.Substring(start, index - start);
            if (word == "null") return null;
            if (word == "true" || word == "false") return word == "true";
            if (double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)) return number;
            throw Unreadable("unexpected word");
        }
    }
}

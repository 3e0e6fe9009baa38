using System.Collections.Generic;
using System.Globalization;
using System.Text;

/// Reads what the evaluator writes: well-formed JSON without blanks.
class JsonReader
{
    readonly string text;
    int at;

    public JsonReader(string text)
    {
        this.text = text;
    }

    public object Read()
    {
        switch (text[at])
        {
            case '{': return ReadObject();
            case '[': return ReadList();
            case '"': return ReadText();
            default: return ReadWord();
        }
    }

    object ReadObject()
    {
        var result = new Dictionary<string, object>();
        at++;
        while (text[at] != '}')
        {
            var key = ReadText();
            at++;
            result[key] = Read();
            if (text[at] == ',') at++;
        }
        at++;
        return result;
    }

    object ReadList()
    {
        var result = new List<object>();
        at++;
        while (text[at] != ']')
        {
            result.Add(Read());
            if (text[at] == ',') at++;
        }
        at++;
        return result;
    }

    string ReadText()
    {
        var result = new StringBuilder();
        for (at++; text[at] != '"'; at++)
        {
            if (text[at] != '\\')
            {
                result.Append(text[at]);
                continue;
            }
            at++;
            if (text[at] == 'u')
            {
                result.Append((char)int.Parse(text.Substring(at + 1, 4), NumberStyles.HexNumber));
                at += 4;
            }
            else result.Append(text[at] == 'n' ? '\n' : text[at] == 'r' ? '\r' : text[at] == 't' ? '\t' : text[at]);
        }
        at++;
        return result.ToString();
    }

    object ReadWord()
    {
        var start = at;
        while (at < text.Length && ",]}".IndexOf(text[at]) < 0) at++;
        var word = text.Substring(start, at - start);
        if (word == "null") return null;
        if (word == "true" || word == "false") return word == "true";
        return double.Parse(word, CultureInfo.InvariantCulture);
    }
}

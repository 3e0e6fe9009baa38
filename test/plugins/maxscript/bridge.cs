// Real .NET classes behind the evaluator: one JSON request a line in, one JSON answer a line out.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading.Tasks;

/// A call that no method fits: a mistake of the script's author.
class UsageException : Exception
{
    public UsageException(string message) : base(message) { }
}

static class Bridge
{
    const BindingFlags Public = BindingFlags.Public | BindingFlags.IgnoreCase | BindingFlags.FlattenHierarchy;
    static readonly Dictionary<int, object> objects = new Dictionary<int, object>();

    static void Main()
    {
        // Mono 6.8 stops for ever where two threads compare texts of two cultures for the first time at once.
        GC.KeepAlive(CultureInfo.InvariantCulture.CompareInfo);
        Load("System");
        Load("System.Core");
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true };
        var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        string line;
        while ((line = input.ReadLine()) != null) output.WriteLine(Answer(line));
    }

    static string Answer(string line)
    {
        try
        {
            var request = (Dictionary<string, object>)new JsonReader(line).Read();
            // 3ds Max turns arrays that .NET gives into its own; one that the script made itself stays what it is.
            var isOwn = (string)request["operation"] == "new";
            var result = Do(request);
            return "{\"value\":" + (isOwn ? Keep(result) : Write(result)) + "}";
        }
        catch (Exception exception)
        {
            var cause = exception;
            while (cause is TargetInvocationException && cause.InnerException != null) cause = cause.InnerException;
            return "{\"error\":" + Quote(cause.Message) + ",\"isUsage\":" + (cause is UsageException ? "true" : "false") + "}";
        }
    }

    static object Do(Dictionary<string, object> request)
    {
        var name = (string)request["name"];
        var values = request.ContainsKey("values") ? ((List<object>)request["values"]).Select(Read).ToArray() : new object[0];
        switch ((string)request["operation"])
        {
            case "load": return Load(name) != null;
            case "type": return Find(name);
            case "new": return Create(name, values);
            case "picture":
                var size = HostPictures.Decode(File.ReadAllBytes(name));
                return size == null ? null : size[0] + " x " + size[1];
        }
        var target = objects[(int)(double)request["target"]];
        switch ((string)request["operation"])
        {
            case "get": return Get(target, name);
            case "set": Set(target, name, values[0]); return null;
            default: return Call(target, name, values);
        }
    }

    static Assembly Load(string name)
    {
#pragma warning disable 618
        return Assembly.LoadWithPartialName(name);
#pragma warning restore 618
    }

    static Type Find(string name)
    {
        return AppDomain.CurrentDomain.GetAssemblies().Select(one => one.GetType(name, false, true)).FirstOrDefault(type => type != null);
    }

    static object Create(string name, object[] values)
    {
        if (name.EndsWith("[]")) return Array.CreateInstance(Find(name.Substring(0, name.Length - 2)), Convert.ToInt32(values[0]));
        var type = Find(name);
        if (type == null) throw new UsageException("Cannot resolve type: " + name);
        object[] converted;
        var found = (ConstructorInfo)Pick(type.GetConstructors(), values, out converted);
        if (found == null) throw new UsageException("No constructor found which matched argument list: " + name);
        return found.Invoke(converted);
    }

    static Type TypeOf(object target)
    {
        return target as Type ?? target.GetType();
    }

    static BindingFlags FlagsOf(object target)
    {
        return Public | (target is Type ? BindingFlags.Static : BindingFlags.Instance);
    }

    static IEnumerable<MethodInfo> MethodsOf(object target, string name)
    {
        return TypeOf(target).GetMethods(FlagsOf(target)).Where(method =>
            string.Equals(method.Name, name, StringComparison.OrdinalIgnoreCase) && !method.IsGenericMethodDefinition);
    }

    /// 3ds Max stands still while its thread waits: for a task that is under way, or for bytes that do not come from a disk.
    static void RefuseToWait(object target, string name)
    {
        var task = target as Task;
        var isWaiting = task != null && !task.IsCompleted && (Is(name, "Result") || Is(name, "Wait") || Is(name, "GetAwaiter"));
        var isRemote = target is Stream && !(target is FileStream) && (Is(name, "Read") || Is(name, "CopyTo"));
        if (isWaiting || isRemote) throw new UsageException(name + " stops 3ds Max until an answer comes");
    }

    /// Windows may look for a proxy for seconds, which is no use on the way to this computer.
    static void RefuseProxy(object target, string name, object[] values)
    {
        // By their names, so that it stays up to the script to load their assembly.
        if (TypeOf(target).FullName != "System.Net.Http.HttpClient" || !Is(name, "SendAsync")) return;
        var address = (Uri)values[0].GetType().GetProperty("RequestUri").GetValue(values[0], null);
        var handler = TypeOf(target).BaseType.GetFields(BindingFlags.Instance | BindingFlags.NonPublic)
            .Select(field => field.GetValue(target)).Single(one => one != null && one.GetType().GetProperty("UseProxy") != null);
        var usesProxy = (bool)handler.GetType().GetProperty("UseProxy").GetValue(handler, null);
        // By 127.0.0.2, tests reach a server as if it were another computer (from-afar.ts).
        if (address.IsLoopback && address.Host != "127.0.0.2" && usesProxy) throw new UsageException(address.Host + " is asked for by way of a proxy");
    }

    static bool Is(string name, string other) { return string.Equals(name, other, StringComparison.OrdinalIgnoreCase); }

    static object Get(object target, string name)
    {
        RefuseToWait(target, name);
        var self = target is Type ? null : target;
        var property = TypeOf(target).GetProperty(name, FlagsOf(target));
        if (property != null) return property.GetValue(self, null);
        var field = TypeOf(target).GetField(name, FlagsOf(target));
        if (field != null) return field.GetValue(self);
        if (MethodsOf(target, name).Any()) return new Method();
        throw new UsageException("Unknown property: \"" + name + "\" in dotNetObject:" + TypeOf(target).FullName);
    }

    static void Set(object target, string name, object value)
    {
        var property = TypeOf(target).GetProperty(name, FlagsOf(target));
        object converted;
        if (property == null || !property.CanWrite || !Fits(value, property.PropertyType, out converted))
            throw new UsageException("Cannot set \"" + name + "\" of dotNetObject:" + TypeOf(target).FullName);
        property.SetValue(target is Type ? null : target, converted, null);
    }

    static object Call(object target, string name, object[] values)
    {
        RefuseToWait(target, name);
        RefuseProxy(target, name, values);
        object[] converted;
        var found = (MethodInfo)Pick(MethodsOf(target, name), values, out converted);
        if (found == null) throw new UsageException("No method found which matched argument list: " + TypeOf(target).FullName + "." + name);
        return found.Invoke(target is Type ? null : target, converted);
    }

    static MethodBase Pick(IEnumerable<MethodBase> methods, object[] values, out object[] converted)
    {
        foreach (var method in methods.Where(one => one.GetParameters().Length == values.Length))
        {
            var attempt = new object[values.Length];
            converted = attempt;
            var fitting = method.GetParameters().Where((parameter, index) => Fits(values[index], parameter.ParameterType, out attempt[index]));
            if (fitting.Count() == values.Length) return method;
        }
        converted = null;
        return null;
    }

    static bool Fits(object value, Type type, out object converted)
    {
        converted = value;
        if (value == null) return !type.IsValueType;
        if (type.IsInstanceOfType(value)) return true;
        if (value is int && type.IsPrimitive && type != typeof(bool) && type != typeof(char))
        {
            converted = Convert.ChangeType(value, type, CultureInfo.InvariantCulture);
            return true;
        }
        if (value is double && (type == typeof(float) || type == typeof(double)))
        {
            converted = Convert.ChangeType(value, type, CultureInfo.InvariantCulture);
            return true;
        }
        var list = value as object[];
        if (list == null || !type.IsArray) return false;
        var array = Array.CreateInstance(type.GetElementType(), list.Length);
        for (var index = 0; index < list.Length; index++)
        {
            object item;
            if (!Fits(list[index], type.GetElementType(), out item)) return false;
            array.SetValue(item, index);
        }
        converted = array;
        return true;
    }

    /// Numbers stand for themselves; {"target"} is an object of before, {"float"} a Float, {"array"} an Array.
    static object Read(object value)
    {
        if (value is double) return (int)(double)value;
        var fields = value as Dictionary<string, object>;
        if (fields == null) return value;
        if (fields.ContainsKey("target")) return objects[(int)(double)fields["target"]];
        if (fields.ContainsKey("float")) return fields["float"];
        return ((List<object>)fields["array"]).Select(Read).ToArray();
    }

    static string Write(object value)
    {
        if (value == null) return "null";
        if (value is Method) return "{\"isMethod\":true}";
        if (value is bool) return (bool)value ? "true" : "false";
        if (value is string) return Quote((string)value);
        if (value is byte || value is short || value is int) return Convert.ToString(value, CultureInfo.InvariantCulture);
        if (value is long || value is float || value is double) return "{\"float\":" + Convert.ToString(value, CultureInfo.InvariantCulture) + "}";
        if (value is Array) return "{\"array\":[" + string.Join(",", ((Array)value).Cast<object>().Select(Write)) + "]}";
        return Keep(value);
    }

    static string Keep(object value)
    {
        objects[objects.Count + 1] = value;
        return "{\"target\":" + objects.Count + ",\"type\":" + Quote(TypeOf(value).FullName) + "}";
    }

    static string Quote(string text)
    {
        var result = new StringBuilder("\"");
        foreach (var one in text)
        {
            if (one == '"' || one == '\\') result.Append('\\').Append(one);
            else if (one < 32 || one > 126) result.AppendFormat("\\u{0:x4}", (int)one);
            else result.Append(one);
        }
        return result.Append('"').ToString();
    }
}

/// Says that a name is a method, to be called.
class Method { }

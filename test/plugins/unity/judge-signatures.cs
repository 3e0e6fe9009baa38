// What the plugin says of signatures: a line in with key, message and signature in hexadecimal, a line out.
using System;
using System.Linq;
using System.Reflection;

static class JudgeSignatures
{
    static byte[] Read(string hex)
    {
        return Enumerable.Range(0, hex.Length / 2).Select(at => Convert.ToByte(hex.Substring(at * 2, 2), 16)).ToArray();
    }

    static void Main(string[] arguments)
    {
        var judge = Assembly.LoadFrom(arguments[0]).GetType("Lodestock.Online.Signature").GetMethod("IsSigned", BindingFlags.Static | BindingFlags.NonPublic);
        string line;
        while ((line = Console.ReadLine()) != null)
            Console.WriteLine(judge.Invoke(null, line.Split(' ').Select(Read).ToArray<object>()));
    }
}

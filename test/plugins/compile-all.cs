using System;
using System.IO;
using Mono.CSharp;

/// Compiles many things in one process, so that the compiler itself is made ready once.
/// Standard input: a line per compilation, its arguments separated by tabs. Standard output: a line for each, escaped,
/// which is empty where the compiler had nothing to say.
static class CompileAll {
    static void Main() {
        for (string line; (line = Console.In.ReadLine()) != null;) {
            var said = new StringWriter();
            CompilerCallableEntryPoint.InvokeCompiler(line.Split('\t'), said);
            Console.Out.WriteLine(Uri.EscapeDataString(said.ToString()));
        }
    }
}

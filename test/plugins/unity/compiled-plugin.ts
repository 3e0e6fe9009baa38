import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'vitest';
import { joinSources } from '../../../plugins/unity/join-sources.ts';
import { compile, compileAll, compileOnce, hasMono, writeOnce } from '../mono.ts';

/** The one file of the plugin, as projects of Unity get it. */
export const plugin = writeOnce('free3d_online.cs', joinSources());
const stubs = path.join(import.meta.dirname, 'stubs');
const pictures = path.join(import.meta.dirname, '../host-pictures.cs');

/** Tests that run where mono is installed; elsewhere their names say why not. */
export function unityTest(name: string, body: () => Promise<void>) {
  if (hasMono) test(name, body);
  else test.skip(`${name} (skipped: mono-mcs and mono-runtime are not installed)`, body);
}

// C# 7 is what Unity 2019.4 compiles; this compiler knows nothing newer.
// Nothing is referenced that a project of Unity 2019.4 does not reference on its own, as it does System.Numerics.
const language = ['-langversion:7', '-r:System.Numerics'];
const pluginOptions = (editor: string) => [
  ...language,
  '-define:UNITY_EDITOR',
  '-target:library',
  `-r:${editor}`,
];

/** The simulated editor, the plugin, and a compiler for other versions of it. */
export function compileEditor() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-unity-'));
  const sources = [...readdirSync(stubs).map((name) => path.join(stubs, name)), pictures];
  const editor = compileOnce('editor.exe', sources, language);
  const options = pluginOptions(editor);
  const toArguments = (source: string, library: string) => [...options, `-out:${library}`, source];
  let count = 0;
  const nameNext = () => path.join(folder, `plugin${++count}`);
  return {
    editor,
    library: compileOnce('plugin.dll', [plugin], options),
    compilePlugin: (source: string) => {
      const library = `${nameNext()}.dll`;
      compile(toArguments(source, library));
      return library;
    },
    /** Compiles versions of the plugin, given as texts: the library of each, or what the compiler says instead. */
    compileVersions: (texts: readonly string[]) => {
      const versions = texts.map((text) => {
        const name = nameNext();
        writeFileSync(`${name}.cs`, text);
        return { source: `${name}.cs`, library: `${name}.dll` };
      });
      const said = compileAll(versions.map(({ source, library }) => toArguments(source, library)));
      return versions.map(({ library }, index) => ({ library, complaint: said[index] ?? '' }));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
export type Editor = ReturnType<typeof compileEditor>;

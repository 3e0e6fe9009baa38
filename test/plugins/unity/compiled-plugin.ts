import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'vitest';

export const plugin = path.resolve(import.meta.dirname, '../../../plugins/unity/free3d_online.cs');
const stubs = path.join(import.meta.dirname, 'stubs');
const pictures = path.join(import.meta.dirname, '../host-pictures.cs');

const onPath = (command: string) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, command)));
export const hasMono = ['mcs', 'mono'].every(onPath);

/** Tests that run where mono is installed; elsewhere their names say why not. */
export function unityTest(name: string, body: () => Promise<void>) {
  if (hasMono) test(name, body);
  else test.skip(`${name} (skipped: mono-mcs and mono-runtime are not installed)`, body);
}

// C# 7 is what Unity 2019.4 compiles; this compiler knows nothing newer.
function compile(args: readonly string[]) {
  const common = ['-nologo', '-langversion:7', '-warnaserror', '-r:System.Net.Http.dll'];
  const { status, stdout, stderr } = spawnSync('mcs', [...common, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The compiler says: ${stdout}${stderr}`);
}

const cache = path.resolve(import.meta.dirname, '../../../node_modules/.cache/lodestock-unity');

/** Compiles once for all test files that run at the same time or later; the name follows the sources. */
function compileOnce(
  name: string,
  { sources, options }: { sources: readonly string[]; options: readonly string[] },
) {
  const hash = createHash('sha256').update(options.join(' '));
  for (const source of sources) hash.update(readFileSync(source));
  const folder = path.join(cache, hash.digest('hex'));
  if (existsSync(folder)) return path.join(folder, name);
  mkdirSync(cache, { recursive: true });
  const building = mkdtempSync(path.join(cache, 'building-'));
  compile([...options, `-out:${path.join(building, name)}`, ...sources]);
  try {
    renameSync(building, folder);
  } catch {
    rmSync(building, { recursive: true }); // another test file was faster
  }
  return path.join(folder, name);
}

const pluginOptions = (editor: string) => ['-define:UNITY_EDITOR', '-target:library', `-r:${editor}`];

/** The simulated editor, the plugin, and a compiler for other versions of it. */
export function compileEditor() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-unity-'));
  const sources = [...readdirSync(stubs).map((name) => path.join(stubs, name)), pictures];
  const editor = compileOnce('editor.exe', { sources, options: [] });
  let count = 0;
  return {
    editor,
    library: compileOnce('plugin.dll', { sources: [plugin], options: pluginOptions(editor) }),
    compilePlugin: (source: string) => {
      count += 1;
      const library = path.join(folder, `plugin${count}.dll`);
      compile([...pluginOptions(editor), `-out:${library}`, source]);
      return library;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
export type Editor = ReturnType<typeof compileEditor>;

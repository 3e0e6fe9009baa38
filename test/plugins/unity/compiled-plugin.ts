import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'vitest';

export const plugin = path.resolve(import.meta.dirname, '../../../plugins/unity/free3d_online.cs');
const stubs = path.join(import.meta.dirname, 'stubs');

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

/** The simulated editor, compiled once, and a compiler for versions of the plugin against it. */
export function compileEditor() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-unity-'));
  const editor = path.join(folder, 'editor.exe');
  const sources = readdirSync(stubs).map((name) => path.join(stubs, name));
  compile([`-out:${editor}`, ...sources]);
  let count = 0;
  return {
    editor,
    compilePlugin: (source: string) => {
      count += 1;
      const library = path.join(folder, `plugin${count}.dll`);
      compile(['-define:UNITY_EDITOR', '-target:library', `-r:${editor}`, `-out:${library}`, source]);
      return library;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
export type Editor = ReturnType<typeof compileEditor>;

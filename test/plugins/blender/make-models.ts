import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles, makeFolder } from './parts.ts';

/** Real files of every format that a Blender writes; where their textures lay when they were made is gone. */
export function makeModels(program: string): Readonly<Record<string, Buffer>> {
  const { folder, remove } = makeFolder();
  const library = path.join(folder, 'library');
  mkdirSync(library);
  const script = path.join(import.meta.dirname, 'make_models.py');
  const options = ['-b', '--factory-startup', '--python-exit-code', '3', '--python', script, '--', library];
  execFileSync(program, options, { stdio: 'ignore' });
  const files = listFiles(library).map((name) => [name, readFileSync(path.join(library, name))]);
  remove();
  return Object.fromEntries(files);
}

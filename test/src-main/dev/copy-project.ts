import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtFolder } from '../../helpers/built.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const copied = [
  'server',
  'src-main',
  'src-renderer',
  'plugins',
  '.ci',
  'package.json',
  'tsconfig.base.json',
  'vite.config.ts',
];

/** A copy of the sources that a test may change, with the packages and the last build of this project. */
export function copyProject({ ownPackages = [] as readonly string[], ownBuild = false } = {}): string {
  const project = mkdtempSync(path.join(tmpdir(), 'lodestock-project-'));
  for (const name of copied) cpSync(path.join(root, name), path.join(project, name), { recursive: true });
  // One by one, so that what is written next to them is the copy's own.
  mkdirSync(path.join(project, 'node_modules'));
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    const [from, to] = [path.join(root, 'node_modules', name), path.join(project, 'node_modules', name)];
    if (ownPackages.includes(name)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
  // Copied after the sources, the build is newer than they are.
  if (ownBuild) cpSync(builtFolder, path.join(project, 'dist'), { recursive: true });
  else symlinkSync(builtFolder, path.join(project, 'dist'));
  return project;
}

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { builtFolder } from '../helpers/built.ts';

const root = path.resolve(import.meta.dirname, '../..');
const modules = path.join(root, 'node_modules');
const missing = 'node-24.js';
/** Node's own folder of the packages that are looked for beside the app. */
const isPackage = (name: string) => !name.startsWith('.') && name !== 'better-sqlite3';

/** Node 20 refuses a file that imports a function which it lacks; that a member is missing shows only when it is used. */
const toMembers = (source: string) =>
  source.replace(
    /\bimport\s*(?:([\w$]+),\s*)?\{([^}]*)\}\s*from\s*"node:zlib";/g,
    (_all, whole = 'fromZlib', names = '') =>
      `import ${whole} from "node:zlib"; const {${names.replaceAll(' as ', ': ')}} = ${whole};`,
  );

/** JavaScript that Node 20 can read; what it lacks comes first. */
async function lower(source: string): Promise<string> {
  const isNew = /\busing\s+\w+\s*=/.test(source);
  const { code } = isNew
    ? await transformWithOxc(source, 'lowered.js', { target: 'es2024', sourcemap: false })
    : { code: source };
  const own = code.replace('@oxc-project/runtime/helpers/usingCtx', `./${missing}`);
  return `import './${missing}';\n${toMembers(own)}`;
}

/** Copies a folder of built files so that Node 20 can run them. */
export async function lowerFolder(from: string, to: string): Promise<void> {
  cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith('.map') });
  const added = readFileSync(path.join(import.meta.dirname, missing));
  writeFileSync(path.join(to, missing), added);
  for (const name of readdirSync(to).filter((one) => one.endsWith('.js') && one !== missing)) {
    const file = path.join(to, name);
    const source = readFileSync(file, 'utf8');
    // What the pages are given stays as it is.
    if (/^(import|export)\b/m.test(source)) writeFileSync(file, await lower(source));
  }
}

/** Every package of the project, but with a better-sqlite3 that loads in an older Node. */
function linkPackages(folder: string, sqlite: string): void {
  mkdirSync(folder);
  for (const name of readdirSync(modules).filter(isPackage))
    symlinkSync(path.join(modules, name), path.join(folder, name));
  const own = path.join(folder, 'better-sqlite3');
  for (const name of ['lib', 'package.json'])
    cpSync(path.join(modules, 'better-sqlite3', name), path.join(own, name), { recursive: true });
  cpSync(sqlite, path.join(own, 'build/Release/better_sqlite3.node'));
}

/**
 * The built app for an Electron with Node 20: the same files, with the syntax lowered that it cannot read and with the
 * functions that it lacks. Only tests run it.
 */
export async function lowerApp(sqlite: string): Promise<string> {
  const target = path.join(modules, '.cache/lowered-app');
  const stamp = path.join(target, 'made-from');
  const made = [
    path.join(builtFolder, 'server/main.js'),
    sqlite,
    import.meta.filename,
    path.join(import.meta.dirname, missing),
  ]
    .map((file) => statSync(file).mtimeMs)
    .join(' ');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return target;
  const work = `${target}-${process.pid}`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(path.join(work, 'dist'), { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(work, 'package.json'));
  for (const name of ['main', 'server'])
    await lowerFolder(path.join(builtFolder, name), path.join(work, 'dist', name));
  for (const name of readdirSync(builtFolder).filter((one) => one !== 'main' && one !== 'server'))
    symlinkSync(path.join(builtFolder, name), path.join(work, 'dist', name));
  linkPackages(path.join(work, 'node_modules'), sqlite);
  writeFileSync(path.join(work, 'made-from'), made);
  rmSync(target, { recursive: true, force: true });
  renameSync(work, target);
  return target;
}

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { nameOf, textOf } from './describe.ts';
import { type Builtin, toBuiltin, type Value } from './values.ts';

const isFile = (file: string) => existsSync(file) && statSync(file).isFile();

/** 3ds Max answers false where a file function fails. */
function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

export function readIni(file: string): Map<string, string> {
  const lines = isFile(file) ? readFileSync(file, 'utf8').split('\n') : [];
  let section = '';
  const values = new Map<string, string>();
  for (const line of lines) {
    section = /^\[(.*)\]$/.exec(line)?.[1] ?? section;
    const [, key, value = ''] = /^([^=]+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined) values.set(`${section}\0${key}`, value);
  }
  return values;
}

export function writeIni(file: string, values: ReadonlyMap<string, string>) {
  const sections = Map.groupBy(values, ([key]) => key.split('\0')[0] ?? '');
  const blocks = [...sections].map(([section, entries]) =>
    [`[${section}]`, ...entries.map(([key, value]) => `${key.split('\0')[1]}=${value}`)].join('\n'),
  );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${blocks.join('\n')}\n`);
}

const onDisk: readonly Builtin[] = [
  toBuiltin('doesFileExist', 1, ([file]) => isFile(textOf(file))),
  toBuiltin('makeDir', 1, ([folder]) => attempt(() => mkdirSync(textOf(folder), { recursive: true })), [
    'all',
  ]),
  toBuiltin('deleteFile', 1, ([file]) => attempt(() => rmSync(textOf(file)))),
  // Neither of the two overwrites.
  toBuiltin(
    'renameFile',
    2,
    ([from, to]) => !existsSync(textOf(to)) && attempt(() => renameSync(textOf(from), textOf(to))),
  ),
  toBuiltin(
    'copyFile',
    2,
    ([from, to]) => !existsSync(textOf(to)) && attempt(() => copyFileSync(textOf(from), textOf(to))),
  ),
  toBuiltin('getFileModDate', 1, ([file]) => statSync(textOf(file)).mtime.toISOString().slice(0, 19)),
  toBuiltin(
    'getINISetting',
    3,
    ([file, section, key]) => readIni(textOf(file)).get(`${textOf(section)}\0${textOf(key)}`) ?? '',
  ),
  toBuiltin('setINISetting', 4, ([file, section, key, value]) => {
    const values = readIni(textOf(file)).set(`${textOf(section)}\0${textOf(key)}`, textOf(value));
    return attempt(() => writeIni(textOf(file), values));
  }),
  toBuiltin('delINISetting', 3, ([file, section, key]) => {
    const values = readIni(textOf(file));
    values.delete(`${textOf(section)}\0${textOf(key)}`);
    return attempt(() => writeIni(textOf(file), values));
  }),
];

const ofNames: readonly Builtin[] = [
  toBuiltin('getFilenamePath', 1, ([file]) => textOf(file).replace(/[^\\/]*$/, '')),
  toBuiltin('getFilenameType', 1, ([file]) => /\.[^.\\/]*$/.exec(textOf(file))?.[0] ?? ''),
  toBuiltin('filenameFromPath', 1, ([file]) => textOf(file).replace(/^.*[\\/]/, '')),
];

/** Functions on files; every folder of 3ds Max is below `root`. */
export function createFileFunctions(root: string): readonly (readonly [string, Value])[] {
  const getDir = toBuiltin('getDir', 1, ([name]) => {
    const folder = path.join(root, nameOf(name));
    mkdirSync(folder, { recursive: true });
    return folder;
  });
  return [...onDisk, ...ofNames, getDir].map((one) => [one.name, one]);
}

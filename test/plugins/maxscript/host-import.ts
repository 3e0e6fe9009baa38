import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nameOf, textOf } from './describe.ts';
import { type Scene, toMaterial } from './host-scene.ts';
import { isKind, ok, ProgrammingError, toBuiltin, toObject, type Value } from './values.ts';

export type Import = { readonly file: string; readonly missing: string[] };

const fbxParameters = ['mode', 'animation', 'cameras', 'lights', 'skin', 'showwarnings', 'scaleconversion'];

function readFbx(file: string) {
  const content = readFileSync(file, 'latin1');
  if (!/^(?:Kaydara FBX Binary|; FBX)/.test(content)) return null;
  const names = content
    .split('\0\u0001Model')
    .slice(0, -1)
    .map((before) => /\w+$/.exec(before)?.[0] ?? '');
  return { names, images: [...content.matchAll(/[\w./\\-]+\.(?:png|jpg)/g)].map(([image]) => image) };
}

function readObj(file: string) {
  const library = /^mtllib (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  const beside = path.join(path.dirname(file), library ?? '');
  const materials = library !== undefined && existsSync(beside) ? readFileSync(beside, 'utf8') : '';
  return {
    names: [path.parse(file).name],
    images: [...materials.matchAll(/^map_Kd (.+)$/gm)].map(([, image = '']) => image),
  };
}

/** Importers as the script meets them: a plug-in that is loaded late, options that last, dialogs that block. */
export function createImporters(scene: Scene) {
  const imports: Import[] = [];
  const sessionMaps: string[] = [];
  const lastingMaps: string[] = [];
  let isFbxLoaded = false;
  let fbxMode = 'merge';

  const findMissing = (images: readonly string[]) =>
    images.filter(
      (image) => !sessionMaps.some((folder) => existsSync(path.join(folder, path.win32.basename(image)))),
    );
  const bring = (
    file: string,
    found: { names: readonly string[]; images: readonly string[] },
    isMerge: boolean,
  ) => {
    imports.push({ file, missing: findMissing(found.images) });
    for (const name of found.names) {
      const same = scene.living().find((node) => node.name === name);
      if (same && isMerge) same.material = toMaterial('replaced by the import');
      else scene.add(same ? scene.uniqueName(name) : name, toMaterial('wood'));
    }
    return true;
  };
  const importFile = toBuiltin(
    'importFile',
    [1, 2],
    ([file, flag], keys) => {
      const target = textOf(file);
      if (!isKind(flag, 'name') || flag.name !== 'noprompt')
        throw new ProgrammingError('-- importFile without #noPrompt opens a dialog that nobody answers');
      if (!existsSync(target)) return false;
      if (path.extname(target).toLowerCase() !== '.fbx') return bring(target, readObj(target), false);
      const plugin = keys.get('using');
      if (!isKind(plugin, 'class') || plugin.name !== 'FBXIMP')
        throw new ProgrammingError('-- importFile of an FBX must say using:FBXIMP');
      const found = readFbx(target);
      return found !== null && bring(target, found, fbxMode !== 'create');
    },
    ['using'],
  );
  const merge = toBuiltin(
    'mergeMAXFile',
    [1, 4],
    ([file, ...flags], keys) => {
      const isQuiet =
        keys.get('quiet') === true &&
        flags.some((flag) => isKind(flag, 'name') && flag.name === 'autorenamedups');
      if (!isQuiet) throw new ProgrammingError('-- mergeMAXFile opens a dialog that nobody answers');
      const target = textOf(file);
      return existsSync(target) && bring(target, { names: [path.parse(target).name], images: [] }, false);
    },
    ['quiet'],
  );
  const setParameter = toBuiltin('FBXImporterSetParam', 2, ([name, value]) => {
    const key = textOf(name).toLowerCase();
    if (!isFbxLoaded) throw new ProgrammingError('-- FBXImporterSetParam before FBXIMP is loaded');
    if (!fbxParameters.includes(key)) throw new ProgrammingError(`-- FBX importers have no parameter ${key}`);
    if (key === 'mode') fbxMode = nameOf(value);
    return ok;
  });
  const paths = (list: string[]) =>
    toObject('paths', {
      add: toBuiltin('add', 2, ([kind, folder]) => {
        if (nameOf(kind) !== 'map') throw new ProgrammingError('-- Unknown kind of path');
        list.push(textOf(folder));
        return true;
      }),
    });
  const pluginManager = toObject('pluginManager', {
    loadClass: toBuiltin('loadClass', 1, ([wanted]) => {
      isFbxLoaded ||= isKind(wanted, 'class') && wanted.name === 'FBXIMP';
      return true;
    }),
  });
  const variables: readonly (readonly [string, Value])[] = [
    ['importFile', importFile],
    ['mergeMAXFile', merge],
    ['FBXImporterSetParam', setParameter],
    ['FBXIMP', { kind: 'class', name: 'FBXIMP' }],
    ['pluginManager', pluginManager],
    ['sessionPaths', paths(sessionMaps)],
    [
      'mapPaths',
      toObject('mapPaths', { add: toBuiltin('add', 1, ([folder]) => lastingMaps.push(textOf(folder))) }),
    ],
  ];
  return { imports, sessionMaps, lastingMaps, variables };
}

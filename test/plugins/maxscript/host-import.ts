import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nameOf, textOf } from './describe.ts';
import { toMaterial, toMaterials } from './host-materials.ts';
import type { Moment } from './host-moment.ts';
import { createObjPlugin } from './host-obj-importer.ts';
import type { Scene } from './host-scene.ts';
import { isKind, ok, ProgrammingError, toBuiltin, toName, toObject, type Value } from './values.ts';

export type Import = { readonly file: string; readonly missing: string[] };

type Found = {
  readonly nodes: readonly { readonly name: string; readonly materials: readonly string[] }[];
  readonly images: readonly string[];
};

const fbxParameters = ['mode', 'animation', 'cameras', 'lights', 'skin', 'showwarnings', 'scaleconversion'];

function readFbx(file: string): Found | null {
  const content = readFileSync(file, 'latin1');
  if (!/^(?:Kaydara FBX Binary|; FBX)/.test(content)) return null;
  const objects = [...content.matchAll(/L(.{8})S.{4}([\w ]*)\0.(Model|Material)(?=S)/gs)];
  const links = [...content.matchAll(/OOL(.{8})L(.{8})/gs)].map(([, child, parent]) => ({
    child,
    parent,
  }));
  const nodes = objects.flatMap(([, id, name = '', kind]) => {
    if (kind !== 'Model') return [];
    const below = links.filter(({ parent }) => parent === id).map(({ child }) => child);
    const own = objects.filter(([, other, , type]) => type === 'Material' && below.includes(other));
    return [{ name, materials: own.map(([, , material = '']) => material) }];
  });
  return { nodes, images: [...content.matchAll(/[\w./\\-]+\.(?:png|jpg)/g)].map(([image]) => image) };
}

function readObj(file: string): Found {
  const library = /^mtllib (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  const beside = path.join(path.dirname(file), library ?? '');
  const materials = library !== undefined && existsSync(beside) ? readFileSync(beside, 'utf8') : '';
  const used = [...readFileSync(file, 'utf8').matchAll(/^usemtl (.+)$/gm)].map(([, name = '']) => name);
  return {
    nodes: [{ name: path.parse(file).name, materials: [...new Set(used)] }],
    images: [...materials.matchAll(/^map_Kd (.+)$/gm)].map(([, image = '']) => image),
  };
}

/** Folders in which maps are looked for: those of this session, and those that stay in 3dsmax.ini. */
function createMapPaths() {
  const session: string[] = [];
  const lasting: string[] = [];
  const addSession = toBuiltin('add', 2, ([kind, folder]) => {
    if (nameOf(kind) !== 'map') throw new ProgrammingError('-- Unknown kind of path');
    return session.push(textOf(folder)) > 0;
  });
  const addLasting = toBuiltin('add', 1, ([folder]) => lasting.push(textOf(folder)) > 0);
  const variables: readonly (readonly [string, Value])[] = [
    ['sessionPaths', toObject('sessionPaths', { add: addSession })],
    ['mapPaths', toObject('mapPaths', { add: addLasting })],
  ];
  const isFound = (image: string) =>
    session.some((folder) => existsSync(path.join(folder, path.win32.basename(image))));
  return { session, lasting, variables, isFound };
}

/** The FBX plug-in, which is loaded late, and its options, which last. */
function createFbxPlugin() {
  let isLoaded = false;
  // What the artist chose the last time in the dialog of the importer.
  const parameters = new Map<string, Value>([
    ['mode', toName('merge')],
    ['animation', false],
    ['showwarnings', true],
  ]);
  const setParameter = toBuiltin('FBXImporterSetParam', 2, ([name, value]) => {
    const key = textOf(name).toLowerCase();
    if (!isLoaded) throw new ProgrammingError('-- FBXImporterSetParam before FBXIMP is loaded');
    if (!fbxParameters.includes(key)) throw new ProgrammingError(`-- FBX importers have no parameter ${key}`);
    parameters.set(key, value);
    return ok;
  });
  const getParameter = toBuiltin('FBXImporterGetParam', 1, ([name]) => {
    if (!isLoaded) throw new ProgrammingError('-- FBXImporterGetParam before FBXIMP is loaded');
    return parameters.get(textOf(name).toLowerCase());
  });
  const loadClass = toBuiltin('loadClass', 1, ([wanted]) => {
    isLoaded ||= isKind(wanted, 'class') && wanted.name === 'FBXIMP';
    return true;
  });
  const variables: readonly (readonly [string, Value])[] = [
    ['FBXImporterSetParam', setParameter],
    ['FBXImporterGetParam', getParameter],
    ['FBXIMP', { kind: 'class', name: 'FBXIMP' }],
    ['pluginManager', toObject('pluginManager', { loadClass })],
  ];
  return { variables, isMerging: () => nameOf(parameters.get('mode')) !== 'create' };
}

const hasFlag = (flags: readonly Value[], name: string) =>
  flags.some((flag) => isKind(flag, 'name') && flag.name === name);

/** Importers as the script meets them: without the right flags they open dialogs, which is a fault here. */
export function createImporters(scene: Scene, { root, moment }: { root: string; moment: Moment }) {
  const imports: Import[] = [];
  const maps = createMapPaths();
  const fbx = createFbxPlugin();
  const obj = createObjPlugin(root);

  const bring = (file: string, found: Found, isMerge = false) => {
    imports.push({ file, missing: found.images.filter((image) => !maps.isFound(image)) });
    for (const { name, materials } of found.nodes) {
      const same = scene.living().find((node) => node.name === name);
      if (same && isMerge) same.material = toMaterial('replaced by the import');
      else scene.add(same ? scene.uniqueName(name) : name, toMaterials(materials));
    }
    return true;
  };
  const importFile = (file: string, flags: readonly Value[], plugin: Value) => {
    if (!hasFlag(flags, 'noprompt'))
      throw new ProgrammingError('-- importFile without #noPrompt opens a dialog that nobody answers');
    moment.check('importFile');
    if (!existsSync(file)) return false;
    if (path.extname(file).toLowerCase() !== '.fbx') {
      if (obj.read(plugin)) for (const node of scene.living()) scene.remove(node);
      return bring(file, readObj(file));
    }
    if (!isKind(plugin, 'class') || plugin.name !== 'FBXIMP')
      throw new ProgrammingError('-- importFile of an FBX must say using:FBXIMP');
    const found = readFbx(file);
    return found !== null && bring(file, found, fbx.isMerging());
  };
  const merge = (file: string, flags: readonly Value[], quiet: Value) => {
    if (quiet !== true || !hasFlag(flags, 'autorenamedups'))
      throw new ProgrammingError('-- mergeMAXFile opens a dialog that nobody answers');
    moment.check('mergeMAXFile');
    return (
      existsSync(file) && bring(file, { nodes: [{ name: path.parse(file).name, materials: [] }], images: [] })
    );
  };
  const functions = [
    toBuiltin(
      'importFile',
      [1, 2],
      ([file, ...flags], keys) => importFile(textOf(file), flags, keys.get('using')),
      ['using'],
    ),
    toBuiltin(
      'mergeMAXFile',
      [1, 4],
      ([file, ...flags], keys) => merge(textOf(file), flags, keys.get('quiet')),
      ['quiet'],
    ),
  ];
  const variables = [
    ...functions.map((one): [string, Value] => [one.name, one]),
    ...maps.variables,
    ...fbx.variables,
    ...obj.variables,
  ];
  return { imports, objSettings: obj.seen, sessionMaps: maps.session, lastingMaps: maps.lasting, variables };
}

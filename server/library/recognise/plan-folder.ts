import { rememberSome } from '../../base/cache/remember.ts';
import { readLod } from '../../catalogue/write/names.ts';
import { nameOf } from '../../contract/relative-path.ts';
import { type FolderKind, kindOfFolder } from './folder-kinds.ts';
import { isArchive, isScene, isTexture, whyLeftOut } from './scene-files.ts';
import { readSceneName, withoutStep } from './scene-name.ts';

/** Names in one folder, without those that are always ignored. */
export type Listing = { readonly files: readonly string[]; readonly folders: readonly string[] };
/** Lists a folder by its path relative to the planned folder, which is ''. */
export type ListFolder = (relativePath: string) => Listing;

export type ModelsPlan = Extract<FolderPlan, { readonly kind: 'models' }>;

export type FolderPlan =
  /** One model in topology folders: the explicit layout. */
  | { readonly kind: 'topologies' }
  /** No models of its own; visit its folders. */
  | { readonly kind: 'container' }
  | {
      /** Models, with their formats, levels and textures in folders. */
      readonly kind: 'models';
      /** Files of the folder and its parts, relative to it. */
      readonly files: readonly string[];
      /** Folders that belong to it. */
      readonly parts: readonly string[];
      /** Folders to visit separately. */
      readonly beneath: readonly string[];
    };

const deepest = 10;
const mostPeeked = 2000;
/** Up to this many scenes in format folders are one collection, even if they share no name. */
const smallPack = 200;
const exactTopology = /^(?:1k|10k|100k|source|lowpoly|middlepoly|highpoly)$/i;
const resolutionFile = /[\s_.-](?:1|2|4|8|16)k(?:[\s_.-][^/]*)?\.[^.]+$/i;
/** Marks a folder as one model, in the convention of robot simulators. */
export const modelConfig = 'model.config';
const ownRecords = /^(?:product\.json|\.lodestock\.json)$|_metadata\.json$/;

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

/** Lists all files of a folder and its subfolders, up to a limit. */
export function listDeep(
  list: ListFolder,
  folder: string,
  most = Number.POSITIVE_INFINITY,
): { files: string[]; folders: string[] } {
  const files: string[] = [];
  const folders: string[] = [folder];
  for (let at = 0; at < folders.length && files.length < most; at += 1) {
    const inside = folders[at] ?? '';
    const listing = list(inside);
    for (const file of listing.files) files.push(join(inside, file));
    if (inside.split('/').length < deepest)
      for (const name of listing.folders) folders.push(join(inside, name));
  }
  return { files, folders };
}

const mayHoldModel = (file: string) => isScene(file) || isArchive(file) || whyLeftOut(file) !== null;
const hasTextures = (files: readonly string[]) => files.some(isTexture);

/**
 * Returns true if folders named like topologies are topologies. Three cases are not: `chair_1k` beside `table_1k`,
 * textures that end in `_1k`, or a folder `2k` of pictures only, which name the resolution of textures; `source` beside
 * `textures`, which is how Sketchfab names the original file; and a lone `source` without 3D files, which holds program
 * code, documents or pictures.
 */
function areTopologies(root: Listing, list: ListFolder): boolean {
  const named = root.folders.filter((name) => readLod(name) !== null);
  if (named.length === 0) return false;
  if (root.files.some((name) => ownRecords.test(name))) return true;
  const levels = new Set(named.map((name) => readLod(name)));
  const exact = named.filter((name) => exactTopology.test(name));
  const hasTextureFolder = root.folders.some(
    (name) => kindOfFolder(name) === 'textures' && readLod(name) === null,
  );
  const isSourceAlone = levels.size === 1 && levels.has('source') && exact.length > 0;
  if (isSourceAlone && (hasTextureFolder || root.files.some(isScene))) return false;
  const filesOf = rememberSome(named.length, (name) => listDeep(list, name, mostPeeked).files);
  if (isSourceAlone && !named.some((name) => filesOf(name).some(mayHoldModel))) return false;
  const isOnlyPictures = named.every((name) => hasTextures(filesOf(name)) && !filesOf(name).some(isScene));
  if (isOnlyPictures) return false;
  if (exact.length > 0) return true;
  const stems = new Set(named.map((name) => name.replace(/_?[^_]*$/, '').toLowerCase()));
  if (levels.size < named.length && stems.size > 1) return false;
  const tellsResolution = (name: string) =>
    filesOf(name).some((file) => isTexture(file) && resolutionFile.test(file));
  return levels.size > 1 || !named.some(tellsResolution);
}

type Kinds = Readonly<Record<FolderKind, readonly string[]>>;

/** Returns true if a folder declares itself a model, which makes it independent of other models. */
function isExplicit(list: ListFolder, name: string): boolean {
  const inside = list(name);
  if (inside.files.some((file) => ownRecords.test(file))) return true;
  return areTopologies(inside, (path) => list(join(name, path)));
}

/** Returns true if a folder holds only animation takes of characters beside it: `Animations/Robot@Run.fbx`. */
function isAnimated(list: ListFolder, name: string): boolean {
  const scenes = /^anim/i.test(name) ? list(name).files.filter(isScene) : [];
  return scenes.length > 0 && scenes.every((scene) => scene.includes('@'));
}

function sortKinds({ folders }: Listing, list: ListFolder, { isApart }: FolderHints): Kinds {
  const kinds: Record<FolderKind, string[]> = {
    ...{ format: [], level: [], textures: [], pictures: [], meshes: [], step: [], other: [] },
  };
  for (const name of folders) {
    const kind = isAnimated(list, name) ? 'level' : kindOfFolder(name);
    kinds[kind === 'other' || isApart(name) || isExplicit(list, name) ? 'other' : kind].push(name);
  }
  return kinds;
}

/** Returns true if folders named like formats hold the same models, or few enough to be one collection. */
function areFormats(list: ListFolder, names: readonly string[], hasTextureFolder: boolean): boolean {
  const scenes = names.map((name) => listDeep(list, name, mostPeeked).files.filter(isScene));
  const filled = scenes.filter((found) => found.length > 0);
  if (filled.length === 0) return false;
  if (filled.length === 1) return hasTextureFolder;
  const stems = filled.map((found) => new Set(found.map((scene) => readSceneName(scene).stem)));
  const isShared = stems.some((own, index) =>
    stems.some((other, at) => at > index && [...own].some((stem) => other.has(stem))),
  );
  return isShared || filled.flat().length <= smallPack;
}

/** Returns true if folders named like production steps belong to one asset, judged by their scenes' names. */
function areSteps(list: ListFolder, names: readonly string[]): boolean {
  if (names.length < 2) return false;
  const scenes = names.flatMap((name) => listDeep(list, name, mostPeeked).files.filter(isScene));
  const stems = scenes.map((scene) => readSceneName(scene).stem);
  return scenes.length <= smallPack && new Set(stems.map((stem) => withoutStep(stem) ?? stem)).size === 1;
}

/** Corrections of a folder, which override its names. */
export type FolderHints = {
  readonly isOneModel: boolean;
  /** True for a subfolder that is separate from it. */
  readonly isApart: (name: string) => boolean;
};
const noHints: FolderHints = { isOneModel: false, isApart: () => false };

function planWhole(list: ListFolder): FolderPlan {
  const { files, folders } = listDeep(list, '');
  return { kind: 'models', files, parts: folders.slice(1), beneath: [] };
}

/** Decides by names alone what a folder is, listing no more than necessary. The library is never a single model. */
export function planFolder(list: ListFolder, isLibrary: boolean, hints: FolderHints = noHints): FolderPlan {
  const root = list('');
  if (!isLibrary && areTopologies(root, list)) return { kind: 'topologies' };
  if (hints.isOneModel) return planWhole(list);
  const isConfigured = !isLibrary && root.files.includes(modelConfig);
  if (isConfigured && listDeep(list, '', mostPeeked).files.some(isScene)) return planWhole(list);
  const kinds = sortKinds(root, list, hints);
  const hasTextureFolder = kinds.textures.length > 0;
  const hasScenes = root.files.some(isScene);
  const has3d = (names: readonly string[]) =>
    names.filter((name) => listDeep(list, name, mostPeeked).files.some(isScene));
  const meshes = kinds.meshes.filter((name) => list(name).files.some(isScene));
  const steps = !isLibrary && areSteps(list, kinds.step) ? kinds.step : [];
  const levels = has3d([...kinds.level, ...steps]);
  const isPack = areFormats(list, kinds.format, hasTextureFolder);
  const with3d = new Set(has3d(kinds.pictures));
  const pictures = kinds.pictures.filter((name) => !with3d.has(name));
  const isModels = hasScenes || isPack || levels.length > 0 || (meshes.length > 0 && hasTextureFolder);
  if (!isModels) return { kind: 'container' };
  const whole = [...(isPack || hasScenes ? kinds.format : []), ...levels, ...kinds.textures, ...pictures];
  const deep = whole.map((name) => listDeep(list, name));
  const shallow = meshes.map((name) => ({ name, listing: list(name) }));
  const inMeshes = shallow.flatMap(({ name, listing }) =>
    listing.folders.filter((inside) => kindOfFolder(inside) !== 'other').map((inside) => join(name, inside)),
  );
  const deepInMeshes = inMeshes.map((name) => listDeep(list, name));
  const parts = [
    ...deep.flatMap(({ folders }) => folders),
    ...meshes,
    ...deepInMeshes.flatMap(({ folders }) => folders),
  ];
  const isPart = new Set(parts);
  const beneath = [
    ...root.folders,
    ...shallow.flatMap(({ name, listing }) => listing.folders.map((inside) => join(name, inside))),
  ].filter((folder) => !isPart.has(folder));
  const files = [
    ...root.files,
    ...deep.flatMap((found) => found.files),
    ...shallow.flatMap(({ name, listing }) => listing.files.map((file) => join(name, file))),
    ...deepInMeshes.flatMap((found) => found.files),
  ];
  return { kind: 'models', files, parts, beneath };
}

/** Plans twins apart from the rest of their folder. Members that declare themselves models are visited separately. */
export function planTwins(list: ListFolder, members: readonly string[]): ModelsPlan {
  const beneath = members.filter((name) => isExplicit(list, name));
  const deep = members.filter((name) => !beneath.includes(name)).map((name) => listDeep(list, name));
  const files = deep.flatMap((found) => found.files);
  return { kind: 'models', files, parts: deep.flatMap(({ folders }) => folders), beneath };
}

const thingFolders = new Set(['files', 'images']);
const mostParts = 60;
const megascans = /"(?:semanticTags|assetCategories|physicalSize)"/;

const isPrint = (file: string) => /\.(?:stl|3mf)$/i.test(file);
const isPlate = (file: string) => /\.3mf$/i.test(file);

/** Returns true if one file combines the parts of a print, recognised by having the folder's name. */
function isPlated(folder: string, scenes: readonly string[]): boolean {
  const { stem } = readSceneName(`${nameOf(folder)}.x`);
  const isSmall = scenes.length > 1 && scenes.length <= mostParts;
  return (
    isSmall &&
    scenes.every(isPrint) &&
    scenes.some((scene) => isPlate(scene) && readSceneName(scene).stem === stem)
  );
}

/** True if a folder marks itself as one model: product.json, Megascans, Thingiverse, or a print whose plate is one file. */
export function isOneModel(
  folder: string,
  files: readonly string[],
  readText: (path: string) => string | null,
): boolean {
  const root = files.filter((file) => !file.includes('/'));
  if (
    root.includes('product.json') ||
    root.includes(modelConfig) ||
    root.some((file) => file.endsWith('_metadata.json'))
  )
    return true;
  const tops = new Set(
    files.filter((file) => file.includes('/')).map((file) => file.slice(0, file.indexOf('/')).toLowerCase()),
  );
  const scenes = files.filter(isScene);
  if (isPlated(folder, scenes)) return true;
  const isThing = [...thingFolders].every((name) => tops.has(name)) && scenes.length <= mostParts;
  const isInFiles = scenes.every(
    (scene) => /^files\//i.test(scene) && /\.(stl|3mf|obj|scad|step)$/i.test(nameOf(scene)),
  );
  if (isThing && isInFiles && root.some((file) => /^(?:licen[cs]e|readme)/i.test(file))) return true;
  const records = root.filter((file) => /\.json$/i.test(file)).slice(0, 4);
  return records.some((file) => megascans.test(readText(file) ?? ''));
}

import { isIgnored } from '../../catalogue/write/names.ts';
import { sentence } from '../../contract/sentence.ts';
import { kindOfFolder } from '../recognise/folder-kinds.ts';
import { holdsOnes } from '../recognise/holds-ones.ts';
import { isNoteFile } from '../recognise/notes.ts';
import { type ListFolder, listDeep, type ModelsPlan } from '../recognise/plan-folder.ts';
import { isArchive, isScene, isTextureArchive } from '../recognise/scene-files.ts';
import { findOwners, readSceneName } from '../recognise/scene-name.ts';
import { withoutFormat } from '../recognise/twins.ts';
import type { DiskTree } from './disk-tree.ts';
import { type DiskPlaces, lookInLibrary } from './folders/find-in-library.ts';
import { createLook, type DiskFile, joinPath } from './folders/look-at-files.ts';
import { type ModelListing, productName, reportOddEntry, sidecarName } from './model/list-model.ts';
import type { Shared } from './visit.ts';

/** A folder of recognised models and its parts; paths are relative to it. */
export type UnitListing = Pick<
  ModelListing,
  'sidecar' | 'hasProduct' | 'changedAt' | 'isCopying' | 'isPartial'
> & {
  readonly files: readonly DiskFile[];
  /** Describes a file or folder by its path from the library. */
  readonly describe: (place: string) => DiskFile;
};

type Place = Parameters<typeof createLook>[0] & { readonly places: DiskPlaces };

/** Lists the files of a planned folder with sizes and times, and reports entries that are not files. */
export function listUnit(place: Place, plan: ModelsPlan, tree: DiskTree): UnitListing {
  const { places, folder, report } = place;
  const look = createLook(place);
  for (const part of ['', ...plan.parts]) {
    for (const entry of tree.entries(part)) {
      const inside = joinPath(part, entry.name);
      if (isIgnored(entry.name)) look.watchCopies(inside);
      else reportOddEntry(entry, joinPath(folder, inside), report);
    }
    const fault = tree.faultOf(part);
    if (fault === null) continue;
    look.missSomething();
    report(
      joinPath(folder, part),
      'unreadable',
      sentence`This folder cannot be read (${{ reason: fault }}). Check its permissions.`,
    );
  }
  const files = look.statAll(plan.files);
  const names = tree.entries('').map(({ name }) => name);
  const sidecar = names.includes(sidecarName) ? look.stat(sidecarName) : null;
  return {
    files,
    sidecar,
    hasProduct: names.includes(productName),
    ...look.seen(),
    describe: (at) => lookInLibrary(places, at),
  };
}

const mostPeeked = 200;

/** Each one costs disk access. */
const mostFolders = 12;

/** Returns true if everything in a folder that can hold models is one folder or archive, or one set of twins. */
function isOneOf(files: readonly string[], folders: readonly string[]): boolean {
  const archives = files.filter((name) => isArchive(name) && !isTextureArchive(name));
  const stems = new Set([...folders, ...archives].map((name) => withoutFormat(name) ?? name.toLowerCase()));
  return stems.size === 1 && !files.some(isScene);
}

/** The same, not counting folders without 3D files. */
function holdsSole(list: ListFolder): boolean {
  const { files, folders } = list('');
  const others = folders.filter((name) => kindOfFolder(name) !== 'textures' && !isTextureArchive(name));
  if (others.length > mostFolders) return false;
  const hasModels = (name: string) =>
    listDeep(list, name, mostPeeked).files.some((file) => isScene(file) || isArchive(file));
  return isOneOf(files, others.length > 1 ? others.filter(hasModels) : others);
}

/** Finds files that a folder shares with the models below it. */
export function findShared(folder: string, tree: DiskTree): Shared {
  const { files, folders } = tree.list('');
  const isOfTextures = (name: string) => kindOfFolder(name) === 'textures' || isTextureArchive(name);
  const textures = [...folders.filter(isOfTextures), ...files.filter(isTextureArchive)];
  const ones = holdsOnes(tree.list) ? { ones: folder } : {};
  const ownerOf = findOwners(files.filter(isScene).map((name) => readSceneName(name).stem));
  const texts = files.filter((name) => isNoteFile(name) && ownerOf(name) === undefined);
  return {
    textures: textures.map((name) => joinPath(folder, name)),
    texts: texts.map((name) => joinPath(folder, name)),
    ...ones,
    isSole: textures.length + texts.length > 0 ? holdsSole(tree.list) : isOneOf(files, folders),
  };
}

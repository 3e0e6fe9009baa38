import { readLod } from '../../catalogue/write/names.ts';
import { kindOfFolder } from './folder-kinds.ts';
import { type ListFolder, listDeep } from './plan-folder.ts';
import { isScene } from './scene-files.ts';
import { isGeneric, readSceneName } from './scene-name.ts';

/** Number of folders to sample, spread evenly, as each costs disk access. */
const mostAsked = 12;
/** Fewer may be shelves that are only starting to fill. */
const fewest = 3;
const mostPeeked = 200;
const usualShare = 0.7;

/** Skips texture folders: they have no scenes, and listing them costs disk access. */
function withoutTextures(list: ListFolder): ListFolder {
  return (folder) => {
    const { files, folders } = list(folder);
    return { files, folders: folders.filter((name) => kindOfFolder(name) !== 'textures') };
  };
}

/** Returns true if all scenes in a folder seem to be one model; null if there are none. */
function isOne(list: ListFolder, name: string): boolean | null {
  if (list(name).folders.some((inside) => readLod(inside) !== null)) return true;
  const scenes = listDeep(withoutTextures(list), name, mostPeeked).files.filter(isScene);
  if (scenes.length === 0) return null;
  const stems = scenes.map((scene) => readSceneName(scene).stem);
  return new Set(stems.filter((stem) => !isGeneric(stem))).size <= 1;
}

/** True if most of a folder's folders hold one model each: their names are then models rather than categories. */
export function holdsOnes(list: ListFolder): boolean {
  const folders = list('').folders.filter((name) => kindOfFolder(name) === 'other');
  const step = Math.max(1, folders.length / mostAsked);
  const asked = Array.from(
    { length: Math.min(mostAsked, folders.length) },
    (_, index) => folders[Math.floor(index * step)] ?? '',
  );
  const told = asked.map((name) => isOne(list, name)).filter((one) => one !== null);
  return told.length >= fewest && told.filter(Boolean).length >= usualShare * told.length;
}

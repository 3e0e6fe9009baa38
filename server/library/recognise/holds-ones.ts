import { readLod } from '../../catalogue/write/names.ts';
import { kindOfFolder } from './folder-kinds.ts';
import { type ListFolder, listDeep } from './plan-folder.ts';
import { isScene } from './scene-files.ts';
import { isGeneric, readSceneName } from './scene-name.ts';

/** A sample of so many folders, spread evenly: each costs a look at the disk. */
const mostAsked = 12;
/** Fewer may be shelves that have only begun to fill. */
const fewest = 3;
const mostPeeked = 200;
const usualShare = 0.7;

/** Listing a folder costs a look at the disk, and textures do not reveal scenes. */
function withoutTextures(list: ListFolder): ListFolder {
  return (folder) => {
    const { files, folders } = list(folder);
    return { files, folders: folders.filter((name) => kindOfFolder(name) !== 'textures') };
  };
}

/** Whether all scenes in a folder seem to be one model; null where there are none. */
function isOne(list: ListFolder, name: string): boolean | null {
  if (list(name).folders.some((inside) => readLod(inside) !== null)) return true;
  const scenes = listDeep(withoutTextures(list), name, mostPeeked).files.filter(isScene);
  if (scenes.length === 0) return null;
  const stems = scenes.map((scene) => readSceneName(scene).stem);
  return new Set(stems.filter((stem) => !isGeneric(stem))).size <= 1;
}

/**
 * Whether a folder has a folder for each model, so that these name models and no categories. It is told by most of its
 * folders having one model each.
 */
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

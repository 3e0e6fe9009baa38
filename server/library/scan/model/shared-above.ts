import { throwIfExhausted } from '../../../base/storage/storage-fault.ts';
import { folderOf } from '../../../contract/relative-path.ts';
import { listArchives } from '../../../files/library-places.ts';
import { kindOfFolder } from '../../recognise/folder-kinds.ts';
import { withoutFormat } from '../../recognise/twins.ts';
import { createDiskTree } from '../disk-tree.ts';
import { findShared } from '../list-unit.ts';
import type { Shared, SharedAbove } from '../visit.ts';
import { listNames } from './list-model.ts';

/** Textures in folders farther up belong to other models; texts count at any distance. */
const mostLevels = 3;

/**
 * Returns the folder to visit when something changed in `folder`: the one that a folder of formats, levels or textures
 * belongs to, or that contains the twins. Folders directly in the library are visited on their own, unless they are
 * twins.
 */
export function toVisited(place: string): string {
  const folder = listArchives(place).at(-1) ?? place;
  const parts = folder.split('/');
  const first = parts.findIndex((part, index) => {
    if (withoutFormat(part) !== null) return true;
    const kind = kindOfFolder(part);
    const isPart = kind === 'textures' || kind === 'pictures' || kind === 'format' || kind === 'level';
    return index > 0 && (isPart || (kind === 'meshes' && index === parts.length - 1));
  });
  return first === -1 ? folder : parts.slice(0, first).join('/');
}

/** Finds what ancestors share with a folder's models. `ones`: folders with one folder per model at their last visit. */
export function createSharedAbove(toDisk: (place: string) => string, ones: Set<string>) {
  const known = new Map<string, Shared>();

  function sharedOf(folder: string): Shared {
    const noted = known.get(folder);
    if (noted) return noted;
    const shared = lookAt(folder);
    known.set(folder, shared);
    return shared;
  }

  function lookAt(folder: string): Shared {
    try {
      const place = toDisk(folder);
      return findShared(
        folder,
        createDiskTree((inside) => `${place}/${inside}`, listNames(place)),
      );
    } catch (error) {
      throwIfExhausted(error);
      return { textures: [], texts: [] }; // visiting that folder reports what is wrong with it
    }
  }

  return {
    note(folder: string, shared: Shared | undefined) {
      if (!shared) return;
      known.set(folder, shared);
      if (shared.ones === undefined) ones.delete(folder);
      else ones.add(folder);
    },
    /** Returns the folder to visit: the parent if it gained or lost one folder per model, as this renames all models in it. */
    toTurned(folder: string): string {
      const above = folderOf(folder);
      const isTurned = folder !== '' && (sharedOf(above).ones !== undefined) !== ones.has(above);
      return isTurned ? above : folder;
    },
    /** Nearest first. Includes the folder itself only for twins in it. */
    of(folder: string, isOfTwins: boolean): readonly SharedAbove[] {
      const found: SharedAbove[] = [];
      let isAlone = true;
      const add = (at: string) => {
        const shared = sharedOf(at);
        isAlone &&= at !== '' && shared.isSole === true;
        found.push(
          found.length < mostLevels ? { ...shared, isAlone } : { textures: [], texts: shared.texts, isAlone },
        );
      };
      if (isOfTwins) add(folder);
      for (let at = folder; at !== ''; ) {
        at = folderOf(at);
        add(at);
      }
      return found.filter(
        ({ textures, texts, ones }) => textures.length + texts.length > 0 || ones !== undefined,
      );
    },
  };
}

import { throwIfExhausted } from '../../../base/storage/storage-fault.ts';
import { folderOf } from '../../../contract/relative-path.ts';
import { listArchives } from '../../../files/library-places.ts';
import { kindOfFolder } from '../../recognise/folder-kinds.ts';
import { withoutFormat } from '../../recognise/twins.ts';
import { createDiskTree } from '../disk-tree.ts';
import { findShared } from '../list-unit.ts';
import type { Shared, SharedAbove } from '../visit.ts';
import { listNames } from './list-model.ts';

/** Textures of folders farther above are other models'; texts count however far above they are. */
const mostLevels = 3;

/**
 * The folder to look at when something changed in `folder`: the one that a folder of a format, a level or textures belongs
 * to, or that twins are in. Folders directly in the library that are no twins are looked at on their own.
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

/**
 * Knows what the folders above a folder have for its models: from this scan, else from a look at the disk. `ones` are the
 * folders that had a folder for each model when they were looked at last, in this scan or an earlier one.
 */
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
      return { textures: [], texts: [] }; // its own visit says what is wrong with it
    }
  }

  return {
    note(folder: string, shared: Shared | undefined) {
      if (!shared) return;
      known.set(folder, shared);
      if (shared.ones === undefined) ones.delete(folder);
      else ones.add(folder);
    },
    /**
     * The folder to look at when this one changed: the one above, where that came to have a folder for each model by it, or
     * has not any more. All folders in it are called otherwise then.
     */
    toTurned(folder: string): string {
      const above = folderOf(folder);
      const isTurned = folder !== '' && (sharedOf(above).ones !== undefined) !== ones.has(above);
      return isTurned ? above : folder;
    },
    /** The nearest first; of a folder itself only where twins in it are asked for. */
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

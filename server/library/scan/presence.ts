import { sentence } from '../../contract/sentence.ts';
import { isInFolder } from '../corrections/folder-range.ts';
import type { FolderMemory } from './folders/folder-memory.ts';
import type { GuidRegistry } from './identity/guid-registry.ts';

/** Why models stay whose folder shows none, with the next step. */
export const whyKept = {
  lost: 'Its files are not in the data folder. Put back its folder "published" from a backup.',
  gone: 'Nothing was removed. Connect the share again, or delete the folder to remove its models.',
  unread: (reason: string) =>
    sentence`It cannot be read (${{ reason }}). Nothing was removed, and it is read again by itself. If this stays, check the disk or the share.`,
} as const;

/** The models that a scan met, and so those that have left the library. */
export function createPresence(registry: GuidRegistry, memory: FolderMemory) {
  const seen = new Set<string>();
  const guids = new Set<string>();
  const kept: string[] = [];
  let isAnyHeld = false;
  const isBeneathKept = (folder: string) => kept.some((root) => isInFolder(folder, root));
  const isKept = (folder: string) => seen.has(folder) || isBeneathKept(folder);

  return {
    see: (folder: string) => void seen.add(folder),
    isSeen: (folder: string) => seen.has(folder),
    add(folder: string, guid: string) {
      seen.add(folder);
      guids.add(guid);
    },
    /** The model of this folder stays as it is. */
    keep(folder: string) {
      seen.add(folder);
      const guid = registry.guidOf(folder);
      if (guid !== undefined) guids.add(guid);
    },
    keepBeneath: (folder: string) => void kept.push(folder),
    /** A model is there, and is not to be published. */
    holdBack(folder: string) {
      seen.add(folder);
      isAnyHeld = true;
    },
    isAnythingHere: () => guids.size > 0 || kept.length > 0 || isAnyHeld,
    /** Models and folders below these roots that are not there any more; no root is in another. */
    leaving(roots: readonly string[]) {
      const left: { readonly guids: string[]; readonly folders: string[] } = { guids: [], folders: [] };
      for (const root of roots) {
        for (const [folder, guid] of registry.beneath(root))
          if (!guids.has(guid) && !isBeneathKept(folder)) left.guids.push(guid);
        for (const folder of memory.beneath(root)) if (!isKept(folder)) left.folders.push(folder);
      }
      return left;
    },
    unseen: (folders: Iterable<string>, roots: readonly string[]) =>
      [...folders].filter((folder) => !isKept(folder) && roots.some((root) => isInFolder(folder, root))),
  };
}

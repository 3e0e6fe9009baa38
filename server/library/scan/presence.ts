import { sentence } from '../../contract/sentence.ts';
import { isInFolder } from '../corrections/folder-range.ts';
import type { FolderMemory } from './folders/folder-memory.ts';
import type { GuidRegistry } from './identity/guid-registry.ts';

/** Reasons for keeping the models of a folder that shows none, with the next step. */
export const whyKept = {
  lost: 'Its files are not in the data folder. Put back its folder "published" from a backup.',
  gone: 'Nothing was removed. Connect the share again, or delete the folder to remove its models.',
  unread: (reason: string) =>
    sentence`It cannot be read (${{ reason }}). Nothing was removed, and it is read again by itself. If this stays, check the disk or the share.`,
} as const;

/** Tracks which models a scan met, and so which have left the library. */
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
    keep(folder: string) {
      seen.add(folder);
      const guid = registry.guidOf(folder);
      if (guid !== undefined) guids.add(guid);
    },
    keepBeneath: (folder: string) => void kept.push(folder),
    /** Records that a folder has a model that must not be published. */
    holdBack(folder: string) {
      seen.add(folder);
      isAnyHeld = true;
    },
    isAnythingHere: () => guids.size > 0 || kept.length > 0 || isAnyHeld,
    /** Returns models and folders below these roots that are gone; the roots must not be nested. */
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

import type { GuidRegistry } from './guid-registry.ts';

const isIn = (folder: string, root: string) =>
  root === '' || folder === root || folder.startsWith(`${root}/`);

/** What a scan has met, and so what has left the library. */
export function createPresence({ byFolder }: GuidRegistry, stamps: ReadonlyMap<string, string>) {
  const seen = new Set<string>();
  const guids = new Set<string>();
  const kept: string[] = [];
  const isKept = (folder: string) => seen.has(folder) || kept.some((root) => isIn(folder, root));
  const isUnder = (folder: string, roots: readonly string[]) => roots.some((root) => isIn(folder, root));

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
      const guid = byFolder.get(folder);
      if (guid !== undefined) guids.add(guid);
    },
    keepBeneath: (folder: string) => void kept.push(folder),
    hasBeneath: (folder: string) => byFolder.keys().some((known) => isIn(known, folder)),
    isAnythingHere: () => guids.size > 0 || kept.length > 0,
    /** Models and folders below these roots that are not there any more. */
    leaving: (roots: readonly string[]) => ({
      guids: [...byFolder].flatMap(([folder, guid]) =>
        guids.has(guid) || !isUnder(folder, roots) || kept.some((root) => isIn(folder, root)) ? [] : [guid],
      ),
      folders: [...stamps.keys()].filter((folder) => !isKept(folder) && isUnder(folder, roots)),
    }),
    unseen: (folders: Iterable<string>, roots: readonly string[]) =>
      [...folders].filter((folder) => !isKept(folder) && isUnder(folder, roots)),
  };
}

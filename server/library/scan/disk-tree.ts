import type { DiskEntry } from '../../base/bucket/library-disk.ts';
import { throwIfExhausted } from '../../base/storage/storage-fault.ts';
import { isIgnored, isMadeAgain } from '../../catalogue/write/names.ts';
import type { Listing } from '../recognise/plan-folder.ts';
import { joinPath, messageOf } from './folders/look-at-files.ts';
import { isNoText, listNames } from './model/list-model.ts';

/** A folder on disk, without links. Each folder is listed once, however many callers need it. */
export type DiskTree = {
  readonly list: (relativePath: string) => Listing;
  readonly entries: (relativePath: string) => readonly DiskEntry[];
  /** Same as `entries`, but throws if the folder could not be listed. */
  readonly readEntries: (relativePath: string) => readonly DiskEntry[];
  readonly faultOf: (relativePath: string) => string | null;
  /** True if an admin set it to be ignored. */
  readonly isLeftAlone: (relativePath: string) => boolean;
};

/** Shows some archives directly in the folder as folders. */
export function unpackIn(tree: DiskTree, packed: readonly string[]): DiskTree {
  if (packed.length === 0) return tree;
  const { files, folders } = tree.list('');
  const opened = files.filter((name) => packed.includes(name));
  const root = {
    files: files.filter((name) => !packed.includes(name)),
    folders: [...folders, ...opened],
  };
  return { ...tree, list: (inside) => (inside === '' ? root : tree.list(inside)) };
}

/** `root` has the entries of the folder itself; ignored ones are left out. */
export function createDiskTree(
  toDisk: (relativePath: string) => string,
  root: readonly DiskEntry[],
  isLeftAlone: (relativePath: string) => boolean = () => false,
): DiskTree {
  const entries = new Map<string, readonly DiskEntry[]>([['', root]]);
  const listings = new Map<string, Listing>();
  const faults = new Map<string, unknown>();

  function read(relativePath: string): readonly DiskEntry[] {
    const known = entries.get(relativePath);
    if (known) return known;
    let found: readonly DiskEntry[] = [];
    try {
      found = listNames(toDisk(relativePath));
    } catch (error) {
      throwIfExhausted(error);
      faults.set(relativePath, error);
    }
    entries.set(relativePath, found);
    return found;
  }

  function list(relativePath: string): Listing {
    const known = listings.get(relativePath);
    if (known) return known;
    const sound = read(relativePath).filter(
      ({ name }) => !isIgnored(name) && !isNoText(name) && !isLeftAlone(joinPath(relativePath, name)),
    );
    const namesOf = (kind: 'isFile' | 'isDirectory') =>
      sound.filter((entry) => entry[kind]()).map(({ name }) => name);
    const names = sound.map(({ name }) => name);
    const folders = namesOf('isDirectory').filter((name) => !isMadeAgain(name, names));
    const listing = { files: namesOf('isFile'), folders };
    listings.set(relativePath, listing);
    return listing;
  }

  return {
    list,
    entries: read,
    isLeftAlone,
    readEntries(relativePath) {
      const found = read(relativePath);
      if (faults.has(relativePath)) throw faults.get(relativePath);
      return found;
    },
    faultOf: (relativePath) => (faults.has(relativePath) ? messageOf(faults.get(relativePath)) : null),
  };
}

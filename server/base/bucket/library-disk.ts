import * as fs from 'node:fs';
import path from 'node:path';
import { markOf } from '../storage/file-mark.ts';

export type DiskEntry = Pick<fs.Dirent, 'name' | 'isFile' | 'isDirectory'> & {
  /** Why it is neither a file nor a folder, as a sentence; absent for links and devices. */
  readonly fault?: string;
};
export type DiskStats = Pick<fs.BigIntStats, 'isFile' | 'isDirectory' | 'size' | 'mtimeMs' | 'ctimeMs'> & {
  readonly mark: bigint;
};

/** A library that is not on a disk, for synchronous code that reads files. Paths are relative to it. */
type MountedLibrary = {
  /** Throws ENOENT if the folder does not exist. */
  readonly list: (inside: string) => readonly DiskEntry[];
  readonly look: (inside: string) => DiskStats | undefined;
  /** Path of a local copy that can be opened now. Throws ENOENT, ESTALE, EACCES and others. */
  readonly fetch: (inside: string) => string;
};

const mounts = new Map<string, MountedLibrary>();

/** Lets this thread read a library as if it were at `root`, until the returned function is called. */
export function mountLibrary(root: string, library: MountedLibrary): () => void {
  mounts.set(root, library);
  return () => void mounts.delete(root);
}

const toKey = path.sep === '/' ? (text: string) => text : (text: string) => text.replaceAll(path.sep, '/');

function findMount(place: string) {
  for (const [root, library] of mounts) {
    if (place === root) return { library, inside: '' };
    const isInside =
      place.startsWith(root) && (place[root.length] === '/' || place[root.length] === path.sep);
    if (isInside) return { library, inside: toKey(place.slice(root.length + 1)) };
  }
  return null;
}

/** Null for places on disk, which go straight to the file system. */
const mountOf = (place: string) => (mounts.size === 0 ? null : findMount(place));

/** Whether a place is in a mounted library: it cannot be written, and it is never a link. */
export const isMounted = (place: string) => mountOf(place) !== null;

/** The entries of a folder, unordered. Throws errors of the file system. */
export function listDisk(place: string): DiskEntry[] {
  const mount = mountOf(place);
  return mount ? [...mount.library.list(mount.inside)] : fs.readdirSync(place, { withFileTypes: true });
}

/** The entry at a place, without following links; undefined if there is none. */
export function lookAtDisk(place: string): DiskStats | undefined {
  const mount = mountOf(place);
  if (mount) return mount.library.look(mount.inside);
  const stats = fs.lstatSync(place, { bigint: true, throwIfNoEntry: false });
  return stats && Object.assign(stats, { mark: markOf(stats, place) });
}

/** Opens a file for reading; the caller closes it. */
export function openOnDisk(place: string, flags: number): number {
  const mount = mountOf(place);
  return fs.openSync(mount ? mount.library.fetch(mount.inside) : place, flags);
}

export const realPlace = (place: string) => (isMounted(place) ? place : fs.realpathSync(place));

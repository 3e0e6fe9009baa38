import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { rootName } from '../roots.ts';

export const arrivingName = '.lodestock-arriving';
/** Distinguishes the target from an empty mount point until the library is there. */
export const placeName = '.lodestock-moving.json';
const own: readonly string[] = [rootName, arrivingName, placeName];

export type Found = {
  /** Relative, with slashes. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
};
export type Tree = {
  /** Relative; each folder comes before its contents. */
  readonly folders: readonly string[];
  readonly files: readonly Found[];
  readonly links: readonly string[];
  /** Leases of computers, which are valid only at their location. */
  readonly leases: readonly string[];
};

const isLease = (names: readonly string[]) =>
  names.includes('.lodestock') && (names.at(-1)?.endsWith('.lease') ?? false);

/** Lists everything in a library except its mark. Does not follow links; skips sockets and devices. */
export async function listTree(root: string): Promise<Tree> {
  const [folders, files, links, leases]: [string[], Found[], string[], string[]] = [[], [], [], []];
  async function note(relative: string): Promise<void> {
    const found = await lstat(path.join(root, relative)).catch(() => null); // deleted since it was listed
    if (found?.isFile()) files.push({ path: relative, size: found.size, mtimeMs: found.mtimeMs });
  }
  async function visit(names: readonly string[]): Promise<void> {
    const entries = await readdir(path.join(root, ...names), { withFileTypes: true });
    const shown = entries.filter(({ name }) => names.length > 0 || !own.includes(name));
    for (const entry of shown.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const way = [...names, entry.name];
      const relative = way.join('/');
      if (entry.isSymbolicLink()) links.push(relative);
      else if (isLease(way)) leases.push(relative);
      else if (entry.isFile()) await note(relative);
      if (!entry.isDirectory()) continue;
      folders.push(relative);
      await visit(way);
    }
  }
  await visit([]);
  return { folders, files, links, leases };
}

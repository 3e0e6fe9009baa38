import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { StorageUse } from '../platform/ipc/contract.ts';

type StoragePart = StorageUse['parts'][number]['part'];

/** Entries of the server's data folder by part; everything else is "other". */
const partOf: Readonly<Record<string, StoragePart>> = {
  'lodestock.db': 'database',
  'lodestock.db-wal': 'database',
  'lodestock.db-shm': 'database',
  'catalogue.db': 'database',
  'catalogue.db-wal': 'database',
  'catalogue.db-shm': 'database',
  'search.index': 'database',
  'before-upgrade': 'copies',
  posters: 'posters',
  levels: 'levels',
  published: 'published',
  uploads: 'published',
  unpacked: 'unpacked',
  'demo-library': 'demo',
};

/** Returns the bytes of a file or a folder's contents. Unreadable entries count as 0; links are not followed. */
async function sizeOf(place: string): Promise<number> {
  const found = await lstat(place).catch(() => null);
  if (found === null || found.isSymbolicLink()) return 0;
  if (!found.isDirectory()) return found.size;
  let bytes = 0;
  // One folder at a time: a hundred thousand posters must not be opened at once.
  for (const name of await readdir(place).catch(() => [])) bytes += await sizeOf(path.join(place, name));
  return bytes;
}

/** Returns the disk use of the bundled server, largest part first, without empty parts. */
export async function measureStorage(dataFolder: string): Promise<StorageUse> {
  const sizes = new Map<StoragePart, number>();
  for (const name of await readdir(dataFolder).catch(() => [])) {
    const part = partOf[name] ?? 'other';
    sizes.set(part, (sizes.get(part) ?? 0) + (await sizeOf(path.join(dataFolder, name))));
  }
  const disk = await statfs(dataFolder).catch(() => null);
  return {
    parts: [...sizes]
      .map(([part, sizeBytes]) => ({ part, sizeBytes }))
      .filter(({ sizeBytes }) => sizeBytes > 0)
      .sort((a, b) => b.sizeBytes - a.sizeBytes),
    freeBytes: disk && disk.bavail * disk.bsize,
  };
}

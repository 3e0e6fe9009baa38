import { constants } from 'node:fs';
import { copyFile, lstat, open, rm } from 'node:fs/promises';
import { hashFile } from '../storage/hash-file.ts';
import { renamePatiently } from '../storage/rename-patiently.ts';
import type { Wanted } from './leaf-journal.ts';
import { type StagedFile, toStaged } from './part-file.ts';
import { type PartPlace, readKeptBytes } from './part-place.ts';

/** Files of a library that had this content when they were seen last: absolute paths. */
export type FindContent = (library: string, sha256: string) => readonly string[];

async function copyIfSame(
  source: string,
  file: string,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await lstat(source);
  if (!found.isFile() || found.size !== wanted.sizeBytes) return false;
  await copyFile(source, file, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  if ((await hashFile(file, signal)) !== wanted.sha256) return false;
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

/**
 * The complete file, copied from another of the same content in the library, so that textures which models share are
 * downloaded once. Where disks can, the copy takes no space (a reflink), and an edit of one does not show in the other.
 * Null when there is none, when it has changed since it was seen, or when a download of the file has begun already.
 */
export async function reuseFile(
  sources: readonly string[],
  place: PartPlace,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<StagedFile | null> {
  if (sources.length === 0 || (await readKeptBytes(place, wanted)) > 0) return null;
  await rm(place.file, { force: true });
  for (const source of sources.slice(0, 2)) {
    const isSame = await copyIfSame(source, place.file, wanted, signal).catch(() => false);
    signal.throwIfAborted();
    if (!isSame) {
      await rm(place.file, { force: true });
      continue;
    }
    await renamePatiently(place.file, place.whole);
    return toStaged(place, wanted.sizeBytes);
  }
  return null;
}

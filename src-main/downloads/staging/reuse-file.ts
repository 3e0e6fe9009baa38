import { constants } from 'node:fs';
import { copyFile, lstat, open, rm } from 'node:fs/promises';
import { renamePatiently } from '../../platform/storage/files.ts';
import { hashFile } from '../../platform/storage/inspect-files.ts';
import { chunkBytes, createChunkJournal, type Wanted } from './chunk-journal.ts';
import { type StagedFile, toStaged } from './part-file.ts';
import { readKeptBytes, type StagedPaths } from './staging.ts';

/** Returns absolute paths of library files that had this content when last seen. */
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
 * Copies the complete file from another one with the same content, so that textures shared by models are downloaded
 * once. The copy is a reflink if the disk supports it. Null if there is no such file, it has changed since, or part of
 * the file was already received.
 */
export async function reuseFile(
  sources: readonly string[],
  place: StagedPaths,
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

/** Starts from a copy of the changed file, to fetch only differing chunks: a damaged file of 20 GiB costs 8 MiB. */
export async function seedPart(
  {
    file,
    target,
    state,
  }: {
    readonly file: Wanted & { readonly leavesUrl: string | null };
    readonly target: string;
    readonly state: string;
  },
  place: StagedPaths,
): Promise<void> {
  if (state !== 'edited' || file.leavesUrl === null || (await readKeptBytes(place, file)) > 0) return;
  const found = await lstat(target).catch(() => null);
  if (!found?.isFile() || found.size !== file.sizeBytes || found.size < chunkBytes) return;
  const journal = createChunkJournal(place.journal, file);
  try {
    await copyFile(target, place.file, constants.COPYFILE_FICLONE);
    const count = Math.floor(file.sizeBytes / chunkBytes);
    for (let chunk = 0; chunk < count; chunk += 1) await journal.note(chunk);
  } catch {
    await rm(place.file, { force: true }); // the whole file is fetched
    await journal.remove();
  } finally {
    await journal.close();
  }
}

import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../../server/contract/limits.ts';
import { hashFile } from '../storage/hash-file.ts';
import { readLeafJournal, type Wanted } from './leaf-journal.ts';

/** The names of part files, of complete files that wait for the others of their model, and of journals. */
export const stagedName = /^[0-9a-f]{16}\.(part|whole|leaves)$/;

export type PartPlace = { readonly file: string; readonly journal: string; readonly whole: string };

/** Named after path and content, so that a later run finds what an earlier one left; short, whatever the file is called. */
export function partPlaceOf(
  staging: string,
  { relativePath, sha256 }: { readonly relativePath: string; readonly sha256: string },
): PartPlace {
  const key = hash('sha256', `${sha256}\n${relativePath}`).slice(0, 16);
  const base = path.join(staging, key);
  return { file: `${base}.part`, journal: `${base}.leaves`, whole: `${base}.whole` };
}

/** The files in staging, by their paths: one look for all of a model. */
export async function listStaged(staging: string): Promise<ReadonlySet<string>> {
  return new Set((await readdir(staging)).map((name) => path.join(staging, name)));
}

/** Whether an earlier run left the complete file, by its size; its content is judged when it is used. */
async function hasWhole(place: PartPlace, wanted: Wanted): Promise<boolean> {
  const found = await lstat(place.whole).catch(() => null);
  return found?.isFile() === true && found.size === wanted.sizeBytes;
}

/** Whether an earlier run left the complete file; a damaged one is removed. */
export async function findWhole(place: PartPlace, wanted: Wanted, signal: AbortSignal): Promise<boolean> {
  if (!(await hasWhole(place, wanted))) return false;
  if ((await hashFile(place.whole, signal)) === wanted.sha256) return true;
  await rm(place.whole, { force: true });
  return false;
}

/** The number of bytes in whole leaves, or of the complete file, that an earlier run left. */
export async function readKeptBytes(place: PartPlace, wanted: Wanted): Promise<number> {
  if (await hasWhole(place, wanted)) return wanted.sizeBytes;
  const found = await lstat(place.file).catch(() => null);
  if (!found?.isFile()) return 0;
  const noted = await readLeafJournal(place.journal, wanted);
  return Math.min(noted, Math.floor(found.size / limits.leafBytes)) * limits.leafBytes;
}

/** Opens what an earlier run left, truncated to whole leaves, or a new file. Links are not followed. */
export async function openPart(
  place: PartPlace,
  wanted: Wanted,
): Promise<{ readonly handle: FileHandle; readonly keptBytes: number }> {
  const keptBytes = await readKeptBytes(place, wanted);
  if (keptBytes === 0) {
    await Promise.all([place.file, place.journal].map((file) => rm(file, { force: true })));
    return { handle: await open(place.file, 'wx+'), keptBytes };
  }
  const handle = await open(place.file, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  await handle.truncate(keptBytes);
  return { handle, keptBytes };
}

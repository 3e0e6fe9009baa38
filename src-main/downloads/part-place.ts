import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../../server/contract/limits.ts';
import { hashFile } from './hash-file.ts';
import { readLeafJournal, type Wanted } from './leaf-journal.ts';

/** The names of part files and their journals. */
export const partSuffix = /\.[0-9a-f]{16}\.part$/;
/** A complete file with the right SHA-256 that waits for the others of its model. */
export const wholeSuffix = /\.[0-9a-f]{16}\.whole$/;
export const journalSuffix = /\.[0-9a-f]{16}\.leaves$/;

/** So long may a name be that suffixes still fit into the 255 bytes of most file systems. */
const mostNameBytes = 255 - '.0123456789abcdef.leaves'.length;

export type PartPlace = { readonly file: string; readonly journal: string; readonly whole: string };

/** Beside the target, named after the content, so that a later run finds what an earlier one left. */
export function partPlaceOf(target: string, { sha256 }: Wanted): PartPlace {
  const { dir, base: name } = path.parse(target);
  const isShort = Buffer.byteLength(name) <= mostNameBytes;
  const base = `${path.join(dir, isShort ? name : sha256.slice(16, 32))}.${sha256.slice(0, 16)}`;
  return { file: `${base}.part`, journal: `${base}.leaves`, whole: `${base}.whole` };
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

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from './disk-errors.ts';
import { exists, inFolder } from './files.ts';

/** Returns true if two computers can spell a name differently: an accented letter as one character or two. */
export const hasSpellings = (name: string) => name.normalize('NFC') !== name.normalize('NFD');

/** Returns a file's path as the disk spells it: some store accents separately (NFD). The given path if there is no file. */
export async function findOnDisk(folder: string, relativePath: string): Promise<string> {
  const plain = inFolder(folder, relativePath);
  if (!hasSpellings(relativePath) || (await exists(plain))) return plain;
  let place = folder;
  for (const segment of relativePath.split('/')) {
    const wanted = segment.normalize('NFC');
    const names: readonly string[] = hasSpellings(segment) ? await readdir(place).catch(() => []) : [segment];
    const found = names.find((name) => name.normalize('NFC') === wanted);
    if (found === undefined) return plain;
    place = path.join(place, found);
  }
  return (await exists(place)) ? place : plain;
}

/** True for a file whose folder is empty or missing, with one check per folder, not per file. False means unknown. */
export function createEmptyFolders(): (file: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const isEmpty = async (folder: string) => {
    try {
      return (await readdir(folder)).length === 0;
    } catch (error) {
      return isMissing(error);
    }
  };
  return (file) => {
    const folder = path.dirname(file);
    const answer = known.get(folder) ?? isEmpty(folder);
    known.set(folder, answer);
    return answer;
  };
}

/** Returns the SHA-256 of a file in hex. */
export async function hashFile(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal, highWaterMark: 1024 * 1024 }))
    hash.update(chunk);
  return hash.digest('hex');
}

/** Returns a text that changes whenever the file does, as far as its folder entry shows; null for a missing file. */
export const toFingerprint = (found: Stats | null): string | null =>
  found?.isFile() ? `${found.size} ${found.mtimeMs} ${found.ino}` : null;

export async function readFingerprint(file: string): Promise<string | null> {
  return toFingerprint(await lstat(file).catch(() => null));
}

/** Adds the ctime to the fingerprint. A rename or chmod changes it too; then only the content decides. */
export const toMark = (found: Stats | null): string | null =>
  found?.isFile() ? `${toFingerprint(found)} ${found.ctimeMs}` : null;

export const readMark = async (file: string): Promise<string | null> =>
  toMark(await lstat(file).catch(() => null));

/** Returns the time of the disk's clock in milliseconds: a network share has its own. */
export async function readDiskTime(folder: string): Promise<number> {
  const probe = path.join(folder, `now-${randomBytes(8).toString('hex')}`);
  try {
    await writeFile(probe, '');
    return (await lstat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}

import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

const isThere = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Whether two computers may spell it differently: accents, as of `é`, are one character or two. */
export const hasSpellings = (name: string) => name.normalize('NFC') !== name.normalize('NFD');

/**
 * Where a file of a folder lies, as the disk spells its name. Macs and some shares write accents apart (NFD), and only some
 * systems take both spellings for one name. Where there is no such file, the path as it was given.
 */
export async function findOnDisk(folder: string, relativePath: string): Promise<string> {
  const plain = path.join(folder, ...relativePath.split('/'));
  if (!hasSpellings(relativePath) || (await isThere(plain))) return plain;
  let place = folder;
  for (const segment of relativePath.split('/')) {
    const wanted = segment.normalize('NFC');
    const names: readonly string[] = hasSpellings(segment) ? await readdir(place).catch(() => []) : [segment];
    const found = names.find((name) => name.normalize('NFC') === wanted);
    if (found === undefined) return plain;
    place = path.join(place, found);
  }
  return (await isThere(place)) ? place : plain;
}

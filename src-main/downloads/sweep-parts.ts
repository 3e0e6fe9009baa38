import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readReceipt } from '../library/receipt.ts';
import { partSuffix } from './part-file.ts';

const deepest = 8;

async function sweepFolder(folder: string, depth: number): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let count = 0;
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && depth < deepest) count += await sweepFolder(file, depth + 1);
    if (!entry.isFile() || !partSuffix.test(entry.name)) continue;
    await rm(file, { force: true });
    count += 1;
  }
  return count;
}

/**
 * Removes part files that a killed app left behind, in the folders of models only: the library may be a folder with
 * other things in it. Answers how many there were.
 */
export async function sweepParts(library: string, guids: ReadonlySet<string>): Promise<number> {
  const entries = await readdir(library, { withFileTypes: true }).catch(() => []);
  let count = 0;
  for (const entry of entries.filter((candidate) => candidate.isDirectory())) {
    const folder = path.join(library, entry.name);
    const isOfModel =
      [...guids].some((known) => entry.name.endsWith(`_${known}`)) ||
      (await readReceipt(folder)).kind !== 'none';
    if (isOfModel) count += await sweepFolder(folder, 1);
  }
  return count;
}

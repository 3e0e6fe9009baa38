import { constants } from 'node:fs';
import { copyFile, lstat, rm } from 'node:fs/promises';
import { limits } from '../../server/contract/limits.ts';
import { createLeafJournal } from './leaf-journal.ts';
import type { Judged } from './local-files.ts';
import { type PartPlace, readKeptBytes } from './part-place.ts';

/**
 * Begins with a copy of what lies in the file's place and is not what it was, so that only the chunks that differ are
 * fetched: a damaged file of 20 GiB costs 8 MiB. Where disks can, the copy takes no space (a reflink).
 */
export async function seedPart({ file, target, state }: Judged, place: PartPlace): Promise<void> {
  if (state !== 'edited' || file.leavesUrl === null || (await readKeptBytes(place, file)) > 0) return;
  const found = await lstat(target).catch(() => null);
  if (!found?.isFile() || found.size !== file.sizeBytes || found.size < limits.leafBytes) return;
  const journal = createLeafJournal(place.journal, file);
  try {
    await copyFile(target, place.file, constants.COPYFILE_FICLONE);
    const count = Math.floor(file.sizeBytes / limits.leafBytes);
    for (let leaf = 0; leaf < count; leaf += 1) await journal.note(leaf);
  } catch {
    await rm(place.file, { force: true }); // it is fetched whole
    await journal.remove();
  } finally {
    await journal.close();
  }
}

import { randomBytes } from 'node:crypto';
import { lstat, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What time it is by the clock that dates the files of a folder, in milliseconds: a network share has its own. */
export async function readDiskTime(folder: string): Promise<number> {
  const probe = path.join(folder, `now-${randomBytes(8).toString('hex')}`);
  try {
    await writeFile(probe, '');
    return (await lstat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}

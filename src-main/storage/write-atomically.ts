import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from './make-folders.ts';
import { renamePatiently } from './rename-patiently.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Writes a temporary file, syncs and renames it, so that neither a reader nor a crash or power cut leaves half a file. Makes the
 * folder that it is in; with `below`, a folder on a disk that may be pulled, only what is in that.
 */
export async function writeAtomically(file: string, text: string, below?: string): Promise<void> {
  const folder = path.dirname(file);
  await (below === undefined ? mkdir(folder, { recursive: true }) : makeFolders(folder, below));
  const temporary = `${file}.${randomBytes(8).toString('hex')}.part`;
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true });
    await renamePatiently(temporary, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

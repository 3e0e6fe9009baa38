import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from './code-of.ts';

/**
 * Makes a folder, and those between it and `below`, which has to be there: a folder of a disk that was pulled must not be made
 * again under its mount point. Rejects with ENOENT without it.
 */
export async function makeFolders(folder: string, below: string): Promise<void> {
  if (folder === below) return;
  if (!folder.startsWith(below + path.sep)) throw new Error(`${folder} is not in ${below}`);
  await makeFolders(path.dirname(folder), below);
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

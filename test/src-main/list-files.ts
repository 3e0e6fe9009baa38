import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { rootName } from '../../src-main/library/roots.ts';

/** Every file and folder below a folder but the mark of a library, as relative paths with slashes. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(({ name }) => name !== rootName)
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

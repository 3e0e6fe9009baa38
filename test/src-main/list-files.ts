import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Every file and folder below a folder, as relative paths with slashes. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

import { readdir, readFile, stat } from 'node:fs/promises';

/** Returns the names in a folder, sorted; empty if it cannot be read. */
export const listNames = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.toSorted(),
    () => [],
  );

export const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

export const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

export const readText = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

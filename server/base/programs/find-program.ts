import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Whether a path leads to an executable. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return path.isAbsolute(file);
  } catch {
    return false;
  }
}

/** The first program found: each name is tried in all folders before the next; null if there is none. */
export const findProgram = (names: readonly string[], folders: readonly string[]): string | null =>
  names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram) ?? null;

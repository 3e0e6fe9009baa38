import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Whether an absolute path leads to something that may be run. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return path.isAbsolute(file);
  } catch {
    return false;
  }
}

/** The first program of these names, by name before folder; null where there is none. */
export const findProgram = (names: readonly string[], folders: readonly string[]): string | null =>
  names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram) ?? null;

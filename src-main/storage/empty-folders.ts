import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from './code-of.ts';

/**
 * Tells of files that there is surely nothing at their places, as their folders are empty or not there: one look at each
 * folder instead of one at each file, which matters where there are thousands. False may mean anything.
 */
export function createEmptyFolders(): (file: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const isEmpty = async (folder: string) => {
    try {
      return (await readdir(folder)).length === 0;
    } catch (error) {
      return isMissing(error);
    }
  };
  return (file) => {
    const folder = path.dirname(file);
    const answer = known.get(folder) ?? isEmpty(folder);
    known.set(folder, answer);
    return answer;
  };
}

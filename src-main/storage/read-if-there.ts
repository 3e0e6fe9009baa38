import { readFile } from 'node:fs/promises';
import { isMissing } from './code-of.ts';

/** The text of a file; null when there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

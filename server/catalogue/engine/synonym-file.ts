import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The shipped file: beside the sources of the analysis, or beside this file in the built server. */
const shipped = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, '../analysis/synonyms.txt')
  : path.join(import.meta.dirname, 'synonyms.txt');

/** The text of `synonyms.txt` in the data folder, or of the shipped one where an admin made none. */
export function readSynonymFile(dataDir: string | null): string {
  if (dataDir !== null) {
    try {
      return readFileSync(path.join(dataDir, 'synonyms.txt'), 'utf8');
    } catch {
      // Without a file of their own people get the shipped one.
    }
  }
  return readFileSync(shipped, 'utf8');
}

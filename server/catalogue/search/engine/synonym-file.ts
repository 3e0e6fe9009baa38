import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import { isSource } from '../../../base/built-dir.ts';

/** The shipped file: beside the sources of the analysis, or beside this file in the built server. */
const shipped = isSource
  ? path.join(import.meta.dirname, '../analysis/synonyms.txt')
  : path.join(import.meta.dirname, 'synonyms.txt');

const fileName = 'synonyms.txt';
const lookEvery = 1000;

/** The text of `synonyms.txt` in the data folder, or of the shipped one where an admin made none. */
export function readSynonymFile(dataDir: string | null): string {
  if (dataDir !== null) {
    try {
      return readFileSync(path.join(dataDir, fileName), 'utf8');
    } catch {
      // Without a file of their own people get the shipped one.
    }
  }
  return readFileSync(shipped, 'utf8');
}

/** Calls back some time after the data folder's file was made, edited or removed; returns what ends that. */
export function watchSynonymFile(dataDir: string | null, onEdit: () => void): () => void {
  if (dataDir === null) return () => {};
  const file = path.join(dataDir, fileName);
  watchFile(file, { persistent: false, interval: lookEvery }, onEdit);
  return () => unwatchFile(file, onEdit);
}

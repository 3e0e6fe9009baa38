import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSource } from '../../../../base/built-dir.ts';
import { moveDurably } from '../../../../base/storage/durable-files.ts';

/** The shipped file: next to the sources of the analysis, or next to this file in the built server. */
const shipped = isSource
  ? path.join(import.meta.dirname, '../../analysis/synonyms.txt')
  : path.join(import.meta.dirname, 'synonyms.txt');

const fileName = 'synonyms.txt';
const lookEvery = 1000;

export type SynonymText = {
  readonly text: string;
  /** Whether it is from the data folder; else it is the shipped one. */
  readonly isOwn: boolean;
};

/** The text of `synonyms.txt` in the data folder, or of the shipped one where an admin made none. */
export function readSynonymFile(dataDir: string | null): SynonymText {
  if (dataDir !== null) {
    try {
      return { text: readFileSync(path.join(dataDir, fileName), 'utf8'), isOwn: true };
    } catch {
      // Without a file of their own people get the shipped one.
    }
  }
  return { text: readFileSync(shipped, 'utf8'), isOwn: false };
}

/** Writes `synonyms.txt` of the data folder as a whole; null removes it. */
export async function writeSynonymFile(dataDir: string, text: string | null): Promise<void> {
  const file = path.join(dataDir, fileName);
  if (text === null) return rm(file, { force: true });
  const draft = `${file}.new`;
  await writeFile(draft, text, { flush: true });
  await moveDurably(draft, file);
}

/** Calls back some time after the data folder's file was made, edited or removed; returns what ends that. */
export function watchSynonymFile(dataDir: string | null, onEdit: () => void): () => void {
  if (dataDir === null) return () => {};
  const file = path.join(dataDir, fileName);
  watchFile(file, { persistent: false, interval: lookEvery }, onEdit);
  return () => unwatchFile(file, onEdit);
}

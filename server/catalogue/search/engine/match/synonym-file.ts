import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSource } from '../../../../base/built-dir.ts';
import { moveDurably } from '../../../../base/storage/durable-files.ts';

/** The default file: in the sources, beside the analysis; in the built server, beside this file. */
const shipped = isSource
  ? path.join(import.meta.dirname, '../../analysis/synonyms.txt')
  : path.join(import.meta.dirname, 'synonyms.txt');

const fileName = 'synonyms.txt';
const lookEvery = 1000;

export type SynonymText = {
  readonly text: string;
  /** True if it is from the data folder, false if it is the default. */
  readonly isOwn: boolean;
};

/** Reads `synonyms.txt` from the data folder, or the default if an admin has created none. */
export function readSynonymFile(dataDir: string | null): SynonymText {
  if (dataDir !== null) {
    try {
      return { text: readFileSync(path.join(dataDir, fileName), 'utf8'), isOwn: true };
    } catch {
      // Without a file in the data folder, the default applies.
    }
  }
  return { text: readFileSync(shipped, 'utf8'), isOwn: false };
}

/** Replaces `synonyms.txt` in the data folder; null deletes it. */
export async function writeSynonymFile(dataDir: string, text: string | null): Promise<void> {
  const file = path.join(dataDir, fileName);
  if (text === null) return rm(file, { force: true });
  const draft = `${file}.new`;
  await writeFile(draft, text, { flush: true });
  await moveDurably(draft, file);
}

/** Calls back soon after the data folder's file was created, edited or deleted. Returns a function that stops this. */
export function watchSynonymFile(dataDir: string | null, onEdit: () => void): () => void {
  if (dataDir === null) return () => {};
  const file = path.join(dataDir, fileName);
  watchFile(file, { persistent: false, interval: lookEvery }, onEdit);
  return () => unwatchFile(file, onEdit);
}

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { type ReceiptReading, readReceipt } from './receipt.ts';
import { stateFolder } from './state-folder.ts';

export type ModelFolder = { readonly folder: string; readonly reading: ReceiptReading };

/** People sort models into folders of their own. */
const deepest = 4;
const concurrency = 32;

async function listFolders(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return {
    isModel: names.includes(stateFolder),
    folders: names
      .filter((name) => !name.startsWith('.'))
      .toSorted()
      .map((name) => path.join(folder, name)),
  };
}

async function visit(folder: string, depth: number): Promise<ModelFolder[]> {
  const reading = await readReceipt(folder);
  if (reading.kind !== 'none') return [{ folder, reading }];
  const { isModel, folders } = await listFolders(folder).catch(() => ({ isModel: false, folders: [] }));
  if (isModel) return [{ folder, reading }];
  if (depth === deepest) return [];
  const below = await pMap(folders, (inside) => visit(inside, depth + 1), { concurrency });
  return below.flat();
}

/**
 * Every folder of a library that holds a model, or the beginning of one, at the top or in folders of the person's own.
 * Links are not followed. Rejects when the library itself cannot be read.
 */
export async function listModelFolders(library: string): Promise<ModelFolder[]> {
  const { folders } = await listFolders(library);
  const found = await pMap(folders, (folder) => visit(folder, 1), { concurrency });
  return found.flat();
}

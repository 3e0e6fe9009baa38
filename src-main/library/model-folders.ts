import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { stateFolder } from './place.ts';
import { type ReceiptReading, readReceipt } from './receipt.ts';

type ReadFolder<Reading> = { readonly folder: string; readonly reading: Reading };
export type ModelFolder = ReadFolder<ReceiptReading>;

/** Users sort models into folders of their own. */
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

/** Reads folders with a model or started download, up to `deepest` down, no links. Rejects for an unreadable library. */
export async function readModelFolders<Reading extends { readonly kind: string }>(
  library: string,
  read: (folder: string) => Promise<Reading>,
): Promise<ReadFolder<Reading>[]> {
  const visit = async (folder: string, depth: number): Promise<ReadFolder<Reading>[]> => {
    const reading = await read(folder);
    if (reading.kind !== 'none') return [{ folder, reading }];
    const { isModel, folders } = await listFolders(folder).catch(() => ({ isModel: false, folders: [] }));
    if (isModel) return [{ folder, reading }];
    if (depth === deepest) return [];
    const below = await pMap(folders, (inside) => visit(inside, depth + 1), { concurrency });
    return below.flat();
  };
  const { folders } = await listFolders(library);
  const [first, ...others] = folders;
  // On a share that hangs, each read blocks one of Node's few file threads, so the first read runs alone.
  const found = first === undefined ? [] : [await visit(first, 1)];
  found.push(...(await pMap(others, (folder) => visit(folder, 1), { concurrency })));
  return found.flat();
}

export const listModelFolders = (library: string): Promise<ModelFolder[]> =>
  readModelFolders(library, readReceipt);

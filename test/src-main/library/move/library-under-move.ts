import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openJournal } from '../../../../src-main/library/move/move-record.ts';
import { readLibraryId, rootName, writeLibraryId } from '../../../../src-main/library/roots.ts';
import { createSharing } from '../../downloads/create-sharing.ts';

export const id = '0b1f4c5e-7d2a-4e6b-9c3d-1a2b3c4d5e6f';

/** What a person has in a library: models, a file of their own, notes, and what was received so far. */
export const contents: Readonly<Record<string, string>> = {
  'Oak_oak/model.json': '{"guid":"oak"}',
  'Oak_oak/1k/oak.glb': 'oak '.repeat(5000),
  'Oak_oak/1k/wood.png': 'edited by the artist',
  'Oak_oak/.lodestock/receipt-1.json': '{"guid":"oak"}',
  'Oak_oak/.lodestock/c0ffee0123456789/a.part': 'half of a file',
  'Furniture/Pine_pine/model.json': '{"guid":"pine"}',
  'Furniture/Pine_pine/10k/pine.fbx': 'pine '.repeat(3000),
  '.lodestock/notes/c0ffee0123456789.json': '{"version":1,"models":[]}',
  'my sketches/sketch.txt': 'mine',
};

export async function writeContents(library: string): Promise<void> {
  for (const [name, text] of Object.entries(contents)) {
    await mkdir(path.dirname(path.join(library, name)), { recursive: true });
    await writeFile(path.join(library, name), text);
  }
  await writeLibraryId(library, id);
}

/** By relative path, without the mark of the library. */
export async function readContents(library: string): Promise<Record<string, string>> {
  const entries = await readdir(library, { recursive: true, withFileTypes: true }).catch(() => []);
  const places = entries
    .filter((entry) => entry.isFile() && entry.name !== rootName)
    .map((entry) => path.join(entry.parentPath, entry.name));
  const read = places.map(
    async (place) => [path.relative(library, place), await readFile(place, 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

export const isLibrary = async (folder: string) => (await readLibraryId(folder)) === id;

/** What moves a library, from one disk to another unless `inOneStep`. */
export async function createTools(scratch: string, options: { readonly inOneStep?: boolean } = {}) {
  const record = { id, from: path.join(scratch, 'from'), to: path.join(scratch, 'to') };
  return {
    ...{ record, journal: await openJournal(path.join(scratch, 'move.jsonl')), sharing: createSharing() },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
    ...(!options.inOneStep && {
      renameFolder: async () => {
        throw Object.assign(new Error('another disk'), { code: 'EXDEV' });
      },
    }),
  };
}

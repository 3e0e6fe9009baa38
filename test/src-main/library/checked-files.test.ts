import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCheckedFiles } from '../../../src-main/library/checked-files.ts';
import { createIndexFile } from '../../../src-main/library/index-file.ts';
import { createLibraryIndex } from '../../../src-main/library/library-index.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';
import { neverHangs } from './read-library.ts';

const sha256Of = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const kept = new Date(2026, 0, 1);

/** A library with one downloaded file of a time that programs may keep, and the app on it. */
async function createPlace() {
  const library = await createScratch();
  const indexFile = path.join(await createScratch(), 'library-index.db');
  const place = path.join(library, 'A_a/1k/scene.obj');
  const receipt = {
    ...{ receiptVersion: 1, guid: 'a', title: 'A', version: 1, license: 'CC0-1.0', attribution: null },
    ...{ serverUrl: 'http://127.0.0.1:8787', downloadedAt: '2026-01-01T00:00:00Z' },
    files: [
      {
        ...{ format: 'obj', lod: '1k', variant: null, role: 'scene', relativePath: '1k/scene.obj' },
        ...{ sizeBytes: 5, sha256: sha256Of('first') },
      },
    ],
  };
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(path.join(library, 'A_a/model.json'), JSON.stringify(receipt));
  const write = async (text: string) => {
    await writeFile(place, text);
    await utimes(place, kept, kept);
  };
  await write('first');
  const start = () => {
    const read: string[] = [];
    const file = createIndexFile(indexFile, createMemoryLog().log);
    const checked = createCheckedFiles({
      file,
      hash: async (one) => {
        read.push(one);
        return sha256Of(await readFile(one));
      },
      onRead: (folder) => void index.refreshFolder(folder),
    });
    const index = createLibraryIndex({
      ...{ libraries: () => [{ folder: library, name: 'Models' }], checked, file },
      roots: { findAbsence: async () => null, ...neverHangs },
      onChange: () => {},
    });
    onTestFinished(index.close);
    const isEdited = async () => (await index.show()).models[0]?.files[0]?.isEdited;
    return { ...index, read, isEdited };
  };
  return { place, write, start };
}

test('says of a file rewritten under the same size and time that it changed', async () => {
  const { write, start } = await createPlace();
  const app = start();
  await app.refresh();
  await write('other');

  await app.refresh();

  await expect.poll(app.isEdited).toBe(true);
});

test('notices what was changed while the app was closed', async () => {
  const { write, start } = await createPlace();
  const before = start();
  await before.refresh();
  await new Promise(setImmediate);
  await before.close();
  await write('other');

  const app = start();
  await app.refresh();

  await expect.poll(app.isEdited).toBe(true);
});

test('reads a file once that only has another mode', async () => {
  const { place, start } = await createPlace();
  const app = start();
  await app.refresh();
  await chmod(place, 0o600);

  await app.refresh();
  await expect.poll(() => app.read).toHaveLength(1);
  await app.refreshFolder(path.dirname(path.dirname(place)));
  await app.refresh();

  expect(app.read).toHaveLength(1);
  expect(await app.isEdited()).toBe(false);
});

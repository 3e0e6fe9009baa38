import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sentence } from '../../../server/contract/sentence.ts';
import { createIndexFile } from '../../../src-main/library/index-file.ts';
import { createLibraryIndex } from '../../../src-main/library/library-index.ts';
import type { LibraryChange } from '../../../src-main/platform/ipc/contract.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';
import { neverHangs } from './read-library.ts';

const files = ['1k/scene.glb', '1k/wood.png'];
const receipt = (guid: string, title = guid) => ({
  ...{ receiptVersion: 1, guid, title, version: 1, license: 'CC0-1.0', attribution: null },
  ...{ serverUrl: 'http://127.0.0.1:8787', downloadedAt: '2026-01-01T00:00:00Z' },
  files: files.map((relativePath) => ({
    ...{ format: 'glb', lod: '1k', variant: null, role: 'scene', relativePath },
    ...{ sizeBytes: 5, sha256: 'a'.repeat(64) },
  })),
});

/** A library on the disk, and the folder of the app that keeps its index. */
async function createPlace() {
  const library = await createScratch();
  const file = path.join(await createScratch(), 'library-index.db');
  const write = async (name: string, content: object) => {
    await mkdir(path.join(library, name, '1k'), { recursive: true });
    for (const relativePath of files) await writeFile(path.join(library, name, relativePath), 'x'.repeat(5));
    await writeFile(path.join(library, name, 'model.json'), JSON.stringify(content));
  };
  /** The app, from its start on. */
  const start = () => {
    const changes: LibraryChange[] = [];
    let absence: string | null = null;
    const { log, lines } = createMemoryLog();
    const index = createLibraryIndex({
      ...{
        libraries: () => [{ folder: library, name: 'Models' }],
        checked: new Map(),
        file: createIndexFile(file, log),
      },
      roots: { findAbsence: async () => absence && sentence`${{ reason: absence }}`, ...neverHangs },
      onChange: (change) => changes.push(change),
    });
    onTestFinished(index.close);
    const setAway = (reason: string | null) => {
      absence = reason;
    };
    return { ...index, changes, lines, setAway };
  };
  return { library, file, write, start };
}

const guids = ({ models }: { readonly models: readonly { readonly guid: string }[] }) =>
  models.map(({ guid }) => guid);

test('shows at a start what was there, then what has changed', async () => {
  const { library, write, start } = await createPlace();
  await write('A_a', receipt('a'));
  await write('B_b', receipt('b'));
  const before = start();
  await before.read();
  await before.close();
  await rm(path.join(library, 'A_a'), { recursive: true });
  await write('C_c', receipt('c'));

  const app = start();
  const seen = await app.read();

  expect(guids(seen)).toEqual(['a', 'b']);
  await expect.poll(() => app.changes).toHaveLength(1);
  expect(app.changes[0]).toMatchObject({ isWhole: false, removed: ['a'], revision: seen.revision + 1 });
  expect(app.changes.flatMap(guids)).toEqual(['c']);
});

test('tells of the one model that was downloaded', async () => {
  const { library, write, start } = await createPlace();
  await write('A_a', receipt('a'));
  await write('B_b', receipt('b'));
  const app = start();
  await app.read();
  await write('B_b', receipt('b', 'Better b'));
  await rm(path.join(library, 'A_a/1k/wood.png'));

  await app.refreshFolder(path.join(library, 'B_b'));

  expect(app.changes).toMatchObject([{ isWhole: false, models: [{ title: 'Better b' }], removed: [] }]);
});

test('sees a file that is missing or has another size', async () => {
  const { library, write, start } = await createPlace();
  await write('A_a', receipt('a'));
  const app = start();
  await app.read();
  await rm(path.join(library, 'A_a/1k/wood.png'));
  await writeFile(path.join(library, 'A_a/1k/scene.glb'), 'mine');

  const { models } = await app.refresh();

  expect(models[0]).toMatchObject({
    sizeBytes: 5,
    files: [
      { isPresent: true, isEdited: true },
      { isPresent: false, isEdited: false },
    ],
  });
  expect(app.changes.map(guids)).toEqual([['a']]);
});

test('finds files by content where they are as downloaded', async () => {
  const { library, write, start } = await createPlace();
  await write('A_a', receipt('a'));
  await write('B_b', receipt('b'));
  await rm(path.join(library, 'A_a', '1k/scene.glb'));
  await writeFile(path.join(library, 'B_b', '1k/wood.png'), 'edited');

  const app = start();
  const before = app.findContent(library, 'a'.repeat(64));
  await app.refresh();

  expect(before).toEqual([]);
  expect(app.findContent(library, 'a'.repeat(64))).toEqual([
    path.join(library, 'A_a', '1k/wood.png'),
    path.join(library, 'B_b', '1k/scene.glb'),
  ]);
  expect(app.findContent(library, 'b'.repeat(64))).toEqual([]);
  expect(app.findContent('/elsewhere', 'a'.repeat(64))).toEqual([]);
});

test('says nothing when nothing has changed', async () => {
  const { write, start } = await createPlace();
  await write('A_a', receipt('a'));
  const app = start();
  const first = await app.read();

  const second = await app.refresh();

  expect(second).toBe(first);
  expect(app.changes).toEqual([]);
});

test('reads no receipt again that is as it was', async () => {
  const { library, write, start } = await createPlace();
  const file = path.join(library, 'A_a/model.json');
  await write('A_a', receipt('a', 'One'));
  await utimes(file, 1, 1);
  const first = start();
  await first.read();
  await first.close();
  const { ino } = await stat(file);
  await writeFile(file, JSON.stringify(receipt('a', 'Two')));
  await utimes(file, 1, 1);

  const { models } = await start().refresh();

  expect((await stat(file)).ino).toBe(ino);
  expect(models[0]?.title).toBe('One');
});

test('uses the copy of a model when the first folder is gone', async () => {
  const { library, write, start } = await createPlace();
  await write('A_a', receipt('a'));
  await write('Copy of A_a', receipt('a'));
  const app = start();
  expect((await app.read()).problems).toHaveLength(1);
  await rm(path.join(library, 'A_a'), { recursive: true });

  await app.refreshFolder(path.join(library, 'A_a'));

  const folder = path.join(library, 'Copy of A_a');
  expect(app.changes).toMatchObject([{ models: [{ folder }], removed: [], problems: [] }]);
});

test('tells when the disk goes away and comes back', async () => {
  const { write, start } = await createPlace();
  await write('A_a', receipt('a'));
  const app = start();
  await app.read();

  app.setAway('Connect the disk.');
  await app.refresh();
  await app.refresh();
  app.setAway(null);
  await app.refresh();

  expect(app.changes).toMatchObject([
    { isWhole: true, absence: { values: { reason: 'Connect the disk.' } }, models: [] },
    { isWhole: true, absence: null, models: [{ guid: 'a' }] },
  ]);
});

test('begins again with an index that is damaged', async () => {
  const { file, write, start } = await createPlace();
  await write('A_a', receipt('a'));
  await writeFile(file, 'no database at all, but long enough to be read as the header of one'.repeat(20));

  const first = start();
  expect(guids(await first.read())).toEqual(['a']);
  await first.close();

  expect(first.lines).toEqual([]);
  expect(guids(await start().read())).toEqual(['a']);
});

test('works without an index where none can be kept', async () => {
  const { file, write, start } = await createPlace();
  await write('A_a', receipt('a'));
  await mkdir(file);

  const app = start();

  expect(guids(await app.read())).toEqual(['a']);
  expect(app.lines).toEqual([expect.stringContaining('library.index-not-kept')]);
});

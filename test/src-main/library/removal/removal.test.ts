import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../../server/contract/sentence.ts';
import { stateFolder } from '../../../../src-main/library/place.ts';
import { writeReceipt } from '../../../../src-main/library/receipt.ts';
import { createRemoval } from '../../../../src-main/library/removal/removal.ts';
import { createSharing } from '../../downloads/create-sharing.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';
import { readLibrary } from '../read-library.ts';

const guid = 'oak';
const contents = { '1k/oak.glb': 'one', '10k/oak.fbx': 'ten', '10k/wood.png': 'wood' };
const toEntry = ([relativePath, text]: readonly [string, string]) => ({
  ...({
    format: path.extname(relativePath).slice(1),
    lod: relativePath.startsWith('1k') ? '1k' : '10k',
  } as const),
  ...({ variant: null, role: relativePath.endsWith('png') ? 'texture' : 'scene' } as const),
  ...{ relativePath, sizeBytes: text.length, sha256: createHash('sha256').update(text).digest('hex') },
});

/** A library with one model, in a folder of the person's own. */
async function createLibrary(options: { readonly isDownloading?: boolean; readonly absence?: string } = {}) {
  const library = await createScratch();
  const folder = path.join(library, 'Furniture', 'Oak_oak');
  for (const [name, text] of Object.entries(contents)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  await writeReceipt(folder, {
    ...{ receiptVersion: 1, guid, title: 'Oak', version: 3, license: 'CC0-1.0', attribution: null },
    ...{ serverUrl: 'http://127.0.0.1', downloadedAt: '2026-01-01T00:00:00Z', notes: 'mine' },
    files: Object.entries(contents).map(toEntry),
  });
  const changed: string[] = [];
  const removal = createRemoval({
    ...{ libraries: () => [library], readLibrary: () => readLibrary(library), sharing: createSharing() },
    roots: { findAbsence: async () => options.absence ?? null },
    isDownloading: () => options.isDownloading ?? false,
    onChange: async (place) => void changed.push(place),
    log: createMemoryLog().log,
  });
  const remove = (relativePaths: string[] | null = null) =>
    removal.handlers['removal.remove']({ models: [{ guid, relativePaths }] });
  const restore = (...ids: string[]) => removal.handlers['removal.restore']({ ids });
  const tree = async () => {
    const entries = await readdir(library, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(library, path.join(entry.parentPath, entry.name)))
      .toSorted();
  };
  const shown = async () => (await tree()).filter((name) => !name.includes(stateFolder));
  return { library, folder, removal, remove, restore, tree, shown, changed };
}

test('takes a model out and puts it back', async () => {
  const { folder, library, remove, restore, shown, changed } = await createLibrary();
  const before = await shown();
  const readRecord = async () => JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8'));
  const receipt = await readRecord();

  const { done, refused } = await remove();
  const [removed] = done;
  const afterwards = await shown();
  await restore(removed?.id ?? '');

  expect(refused).toEqual([]);
  expect(removed).toMatchObject({ guid, title: 'Oak', fileCount: 3, sizeBytes: 10, kept: [] });
  expect(afterwards).toEqual([]);
  expect(await shown()).toEqual(before);
  expect(await readRecord()).toEqual(receipt);
  expect((await readLibrary(library)).models[0]?.files.every(({ isPresent }) => isPresent)).toBe(true);
  expect(changed).toEqual([folder, folder]);
});

test('leaves nothing behind once it is undone', async () => {
  const { remove, restore, tree } = await createLibrary();
  const { done } = await remove();

  await restore(done[0]?.id ?? '');

  expect((await tree()).filter((name) => name.startsWith(stateFolder))).toEqual([]);
});

test('keeps what the person has changed or added', async () => {
  const { folder, library, remove, shown } = await createLibrary();
  await writeFile(path.join(folder, '10k/wood.png'), 'mine'); // of the same size
  await writeFile(path.join(folder, 'scene.blend'), 'scene');

  const { done } = await remove();

  expect(done[0]?.kept).toEqual(['10k/wood.png']);
  const inFolder = (await shown()).map((name) => path.relative(folder, path.join(library, name)));
  expect(inFolder).toEqual(['10k/wood.png', 'model.json', 'scene.blend']);
  expect(await readFile(path.join(folder, '10k/wood.png'), 'utf8')).toBe('mine');
});

test('takes out some files of a model only', async () => {
  const { library, remove, restore, shown } = await createLibrary();
  const before = await shown();

  const { done } = await remove(['1k/oak.glb']);

  const { models } = await readLibrary(library);
  expect(models[0]?.files.map(({ relativePath }) => relativePath)).toEqual(['10k/oak.fbx', '10k/wood.png']);
  await restore(done[0]?.id ?? '');
  expect(await shown()).toEqual(before);
  expect((await readLibrary(library)).models[0]?.files.length).toBe(3);
});

test('does not replace what came again before it is undone', async () => {
  const { folder, remove, restore } = await createLibrary();
  const { done } = await remove();
  await mkdir(path.join(folder, '10k'), { recursive: true });
  await writeFile(path.join(folder, '10k/wood.png'), 'another');

  await restore(done[0]?.id ?? '');

  expect(await readFile(path.join(folder, '10k/wood.png'), 'utf8')).toBe('another');
  expect(await readFile(path.join(folder, '10k/oak.fbx'), 'utf8')).toBe('ten');
});

test('leaves a model whole when its new receipt cannot be placed', async () => {
  const { folder, remove, shown } = await createLibrary();
  await rm(path.join(folder, stateFolder, 'receipt-1.json'));
  await mkdir(path.join(folder, stateFolder, 'receipt-1.json', 'in the way'), { recursive: true });
  const before = await shown();

  const { done, refused } = await remove();

  expect(done).toEqual([]);
  expect(refused.length).toBe(1);
  expect(await shown()).toEqual(before);
});

test('does not touch a model that is being downloaded', async () => {
  const { remove, shown } = await createLibrary({ isDownloading: true });
  const before = await shown();

  const { refused } = await remove();

  expect(textOf(refused[0]?.message ?? '')).toContain('Cancel its download');
  expect(await shown()).toEqual(before);
});

test('does nothing while the library is away', async () => {
  const { remove } = await createLibrary({ absence: 'The library is not connected.' });

  await expect(remove()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('says so when what was removed is no longer kept', async () => {
  const { removal, remove, restore } = await createLibrary();
  const { done } = await remove();
  const id = done[0]?.id ?? '';
  await removal.handlers['removal.discard']({ ids: [id] });

  const { refused } = await restore(id);

  expect(refused).toEqual([{ guid: id, message: expect.stringContaining('no longer kept') }]);
});

test('deletes for good only after a week', async () => {
  const { library, removal, remove, tree } = await createLibrary();
  const { done } = await remove();
  const record = path.join(library, stateFolder, 'removed', done[0]?.id ?? '', 'removed.json');

  await removal.tidy();
  const after = await tree();
  const weekAgo = Date.now() / 1000 - 8 * 24 * 60 * 60;
  await utimes(record, weekAgo, weekAgo);
  await removal.tidy();

  expect(after.filter((name) => name.startsWith(stateFolder)).length).toBe(4);
  expect(await tree()).toEqual([]);
});

test('never puts anything outside of the library', async () => {
  const { library, remove, restore } = await createLibrary();
  const { done } = await remove();
  const record = path.join(library, stateFolder, 'removed', done[0]?.id ?? '', 'removed.json');
  const text = await readFile(record, 'utf8');
  await writeFile(record, text.replace('Furniture/Oak_oak', '../outside'));

  const { refused } = await restore(done[0]?.id ?? '');

  expect(textOf(refused[0]?.message ?? '')).toContain('points outside the library');
});

import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText } from '../../../helpers/library-folder.ts';
import { scannedLibrary } from '../../../helpers/library-scanner.ts';
import { chair, pack } from '../../../helpers/ordinary-folders.ts';

const guidsByTitle = (models: () => Record<string, unknown>[]) =>
  Object.fromEntries(models().map(({ title, guid }) => [title, guid]));

test('keeps guids when a pack is renamed and moved', async () => {
  const { library, scan, models } = await scannedLibrary(pack);

  const before = guidsByTitle(models);
  mkdirSync(path.join(library.folder, 'shelf'));
  renameSync(path.join(library.folder, 'Pack'), path.join(library.folder, 'shelf/Other name'));

  const result = await scan();

  expect(guidsByTitle(models)).toEqual(before);
  expect(result.removed).toBe(0);
});

test('keeps the guid of a file that is renamed in its pack', async () => {
  const { library, scan, models } = await scannedLibrary(pack);

  const before = guidsByTitle(models);
  renameSync(path.join(library.folder, 'Pack/OBJ/Table.obj'), path.join(library.folder, 'Pack/OBJ/Desk.obj'));

  await scan();

  expect(guidsByTitle(models)).toEqual({ Chair: before.Chair, Desk: before.Table });
});

test('keeps the guid of the only model when another joins it', async () => {
  const { library, scan, models } = await scannedLibrary({ 'shelf/vase.obj': objText(4, 'vase') });

  const before = guidsByTitle(models);
  library.write({ 'shelf/bowl.obj': objText(7, 'bowl') });
  await scan();
  const both = guidsByTitle(models);
  rmSync(path.join(library.folder, 'shelf/bowl.obj'));

  await scan();

  expect(both.Vase).toBe(before.Vase);
  expect(guidsByTitle(models)).toEqual(before);
});

test('makes one model of the same files in two places', async () => {
  const { library, scan, models, problems } = await scannedLibrary({ ...chair, 'Furniture/notes.txt': '' });

  const before = models();
  cpSync(path.join(library.folder, 'Furniture/chair'), path.join(library.folder, 'copy'), {
    recursive: true,
  });

  const second = await scan();
  const kept = models();
  const named = problems();
  rmSync(path.join(library.folder, 'Furniture/chair'), { recursive: true });
  await scan();

  expect(second).toMatchObject({ models: 1, removed: 0 });
  expect(kept).toEqual(before);
  expect(named).toEqual(['copy copy/chair.obj']);
  expect(models()).toMatchObject([{ guid: before[0]?.guid, folder: 'copy' }]);
  expect(problems()).toEqual([]);
});

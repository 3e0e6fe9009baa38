import { chmodSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { scannedLibrary } from '../../../helpers/library-scanner.ts';

const isRoot = process.getuid?.() === 0;
const note = isRoot ? ' (skipped: root may read everything)' : '';

test('keeps the models of an emptied folder of shelves', async () => {
  const { library, scan, models, problems } = await scannedLibrary({
    ...simpleModel('nas/chair'),
    ...simpleModel('nas/table'),
    ...simpleModel('local'),
  });

  const before = models();
  renameSync(path.join(library.folder, 'nas/chair'), path.join(library.folder, '.chair'));
  renameSync(path.join(library.folder, 'nas/table'), path.join(library.folder, '.table'));

  const result = await scan();

  expect(result.removed).toBe(0);
  expect(models()).toEqual(before);
  expect(problems()).toEqual(['missing nas']);
});

test('takes an emptied folder back without a new version', async () => {
  const { library, scan, models, problems } = await scannedLibrary({
    ...simpleModel('nas/chair'),
    ...simpleModel('local'),
  });

  const before = models();
  renameSync(path.join(library.folder, 'nas/chair'), path.join(library.folder, '.chair'));
  await scan();
  renameSync(path.join(library.folder, '.chair'), path.join(library.folder, 'nas/chair'));

  const result = await scan();

  expect(result.changed).toBe(0);
  expect(models()).toEqual(before);
  expect(problems()).toEqual([]);
});

test('removes models with the folder that held them', async () => {
  const { library, scan, models, problems } = await scannedLibrary({
    ...simpleModel('shelf/chair'),
    ...simpleModel('local'),
  });

  rmSync(path.join(library.folder, 'shelf'), { recursive: true });

  await scan();

  expect(models().map(({ folder }) => folder)).toEqual(['local']);
  expect(problems()).toEqual([]);
});

test('keeps everything when the library holds no model', async () => {
  const { library, scan, models, problems } = await scannedLibrary(simpleModel('chair'));

  renameSync(path.join(library.folder, 'chair'), path.join(library.folder, '.chair'));
  library.write({ 'lost+found/note.txt': 'an empty disk' });

  await scan();

  expect(models()).toHaveLength(1);
  expect(problems()).toEqual(['missing ']);
});

test.skipIf(isRoot)(`keeps a model whose file cannot be read now${note}`, async () => {
  const { library, scan, models, problems } = await scannedLibrary(simpleModel('chair'));

  library.write({ 'chair/1k/thing.obj': objText(9) });
  chmodSync(path.join(library.folder, 'chair/1k/thing.obj'), 0);

  await scan();

  expect(models()).toMatchObject([{ version: 1 }]);
  expect(problems()).toEqual(['unreadable chair/1k/thing.obj']);
});

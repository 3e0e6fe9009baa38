import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { simpleModel } from '../../../helpers/library-folder.ts';
import { scannedLibrary } from '../../../helpers/library-scanner.ts';

const sidecarOf = (folder: string, model: string) => path.join(folder, model, '.lodestock.json');
const guidIn = (place: string): string => JSON.parse(readFileSync(place, 'utf8')).guid;

test('writes a lost sidecar again with its guid', async () => {
  const { library, scan, models } = await scannedLibrary(simpleModel('chair'));

  const guid = models()[0]?.guid;
  rmSync(sidecarOf(library.folder, 'chair'));

  await scan();

  expect(guidIn(sidecarOf(library.folder, 'chair'))).toBe(guid);
  expect(models()).toMatchObject([{ guid, version: 1 }]);
});

test('mends a torn sidecar from the database', async () => {
  const { library, scan, models } = await scannedLibrary(simpleModel('chair'));

  const guid = models()[0]?.guid;
  writeFileSync(sidecarOf(library.folder, 'chair'), '{"gui');

  await scan();

  expect(guidIn(sidecarOf(library.folder, 'chair'))).toBe(guid);
});

test('knows a moved folder without sidecar by its files', async () => {
  const { library, scan, models } = await scannedLibrary({ ...simpleModel('old'), ...simpleModel('other') });

  const guid = models().find(({ folder }) => folder === 'old')?.guid;
  rmSync(sidecarOf(library.folder, 'old'));
  renameSync(path.join(library.folder, 'old'), path.join(library.folder, 'new'));

  await scan();

  expect(models().find(({ folder }) => folder === 'new')).toMatchObject({ guid, version: 1 });
  expect(models()).toHaveLength(2);
});

test('keeps each guid when two folders swap their names', async () => {
  const { library, scan, models } = await scannedLibrary({ ...simpleModel('a'), ...simpleModel('b') });

  const before = models();
  for (const [from, to] of [
    ['a', 'c'],
    ['b', 'a'],
    ['c', 'b'],
  ] as const)
    renameSync(path.join(library.folder, from), path.join(library.folder, to));

  await scan();

  expect(models()).toMatchObject([
    { folder: 'a', guid: before[1]?.guid, version: 1 },
    { folder: 'b', guid: before[0]?.guid, version: 1 },
  ]);
});

test('publishes the other of two namesakes when one goes', async () => {
  const { library, scan, models, problems } = await scannedLibrary({
    ...simpleModel('a', { guid: '7000001' }),
    ...simpleModel('b', { guid: '7000001' }),
  });

  const before = problems();
  library.remove('a');

  await scan();

  expect(before).toEqual(['duplicate b']);
  expect(models()).toMatchObject([{ folder: 'b', guid: '7000001' }]);
  expect(problems()).toEqual([]);
});

test('needs no sidecar for a guid that is given', async () => {
  const { library } = await scannedLibrary(simpleModel('chair', { guid: '7000001' }));

  expect(existsSync(sidecarOf(library.folder, 'chair'))).toBe(false);
});

test('publishes a model under its new guid alone', async () => {
  const { library, scan, models } = await scannedLibrary(simpleModel('chair', { guid: '7000001' }));

  library.write(simpleModel('chair', { guid: '7000002' }));

  const result = await scan();

  expect(models()).toMatchObject([{ folder: 'chair', guid: '7000002' }]);
  expect(result).toMatchObject({ models: 1, removed: 1 });
});

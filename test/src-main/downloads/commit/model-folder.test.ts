import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createFolderFinder,
  nameModelFolder,
  toFolderName,
} from '../../../../src-main/downloads/commit/model-folder.ts';
import { findPlaceFault } from '../../../../src-main/library/place.ts';
import { codePoint } from '../../../helpers/code-point.ts';
import { createScratch } from '../../scratch.ts';

const findModelFolder = createFolderFinder();

const receipt = (guid: string) =>
  JSON.stringify({
    ...{ receiptVersion: 1, guid, title: 'Any', version: 1, license: 'CC0-1.0', attribution: null },
    ...{ serverUrl: 'http://127.0.0.1', downloadedAt: '2026-01-01T00:00:00Z', files: [] },
  });

test.each([
  ['Brave Knight', 'Brave Knight_g1'],
  ['a/b\\c:d*e?"<>|', 'a b c d e_g1'],
  ['../../etc', 'etc_g1'],
  ['CON', 'Model CON_g1'],
  ['nul.txt', 'Model nul.txt_g1'],
  ['...', 'Model_g1'],
  ['', 'Model_g1'],
  ['Größe\n\tÜber', 'Größe Über_g1'],
])('names the folder of %j', (title, expected) => {
  expect(toFolderName(title, 'g1')).toBe(expected);
});

test('every title makes a sound folder name', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 200 }), (title) => {
      const name = toFolderName(title, 'g1');
      expect(findPlaceFault(name)).toBeNull();
      expect(name).not.toContain('/');
      expect([...name].length).toBeLessThanOrEqual(70);
    }),
    { numRuns: 1000 },
  );
});

test.each(['🪑'.repeat(60), '椅'.repeat(80), 'a'.repeat(300)])(
  'cuts the title %j to what a disk can name',
  (title) => {
    for (const guid of ['g1', 'x'.repeat(128)]) {
      const name = toFolderName(title, guid);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.endsWith(`_${guid}`)).toBe(true);
    }
  },
);

test('never makes the library: its disk may be away', async () => {
  const library = path.join(await createScratch(), 'a/b');

  await expect(findModelFolder(library, 'g1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('finds a folder that the person renamed', async () => {
  const library = await createScratch();
  await mkdir(path.join(library, 'My favourite'));
  await writeFile(path.join(library, 'My favourite/model.json'), receipt('g1'));

  expect(await findModelFolder(library, 'g1')).toBe(path.join(library, 'My favourite'));
});

test('finds a folder that the person moved into another', async () => {
  const library = await createScratch();
  await mkdir(path.join(library, 'Furniture/Old/Chair_g1'), { recursive: true });
  await writeFile(path.join(library, 'Furniture/Old/Chair_g1/model.json'), receipt('g1'));

  expect(await findModelFolder(library, 'g1')).toBe(path.join(library, 'Furniture/Old/Chair_g1'));
});

test('walks a library once for many new models, and again when a folder has moved or time has gone by', async () => {
  const library = await createScratch();
  let now = 0;
  const find = createFolderFinder(() => now);
  const put = async (name: string, guid: string) => {
    await mkdir(path.join(library, name), { recursive: true });
    await writeFile(path.join(library, name, 'model.json'), receipt(guid));
    return path.join(library, name);
  };
  const first = await put('One', 'a');
  expect(await find(library, 'a')).toBe(first);

  const second = await put('Two', 'b');
  expect(await find(library, 'b')).toBeNull();
  expect(await find(library, 'a')).toBe(first);
  now = 10_000;
  expect(await find(library, 'b')).toBe(second);

  const third = path.join(library, 'Furniture');
  await rename(second, third);
  expect(await find(library, 'b')).toBe(third);
  expect(await find(library, 'c')).toBeNull();
});

test('finds the folder of a first download on its way', async () => {
  const library = await createScratch();
  await mkdir(path.join(library, 'Knight_g1/.lodestock'), { recursive: true });

  expect(await findModelFolder(library, 'g1')).toBe(path.join(library, 'Knight_g1'));
});

test("never takes another model's folder", async () => {
  const library = await createScratch();
  await mkdir(path.join(library, 'Knight_g1'));
  await writeFile(path.join(library, 'Knight_g1/model.json'), receipt('G1'));

  expect(await findModelFolder(library, 'g1')).toBeNull();
  expect(await nameModelFolder(library, 'g1', 'Knight')).toBe(path.join(library, 'Knight_g1_2'));
});

test('says which library folder cannot be made', async () => {
  const file = path.join(await createScratch(), 'file');
  await writeFile(file, '');

  await expect(findModelFolder(path.join(file, 'library'), 'g1')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(path.join(file, 'library')),
  });
});

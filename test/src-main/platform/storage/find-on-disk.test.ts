import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findOnDisk } from '../../../../src-main/platform/storage/inspect-files.ts';
import { createScratch } from '../../scratch.ts';

const wanted = 'Möbel/Stühle/Café.glb'.normalize('NFC');
const apart = wanted.normalize('NFD');

async function put(folder: string, relativePath: string) {
  const file = path.join(folder, ...relativePath.split('/'));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, relativePath);
  return file;
}

test('finds a file whose accents are written apart', async () => {
  const folder = await createScratch();
  const file = await put(folder, apart);

  expect(await findOnDisk(folder, wanted)).toBe(file);
});

test('finds a file in folders that spell names in both ways', async () => {
  const folder = await createScratch();
  const file = await put(folder, `${apart.split('/')[0]}/${wanted.split('/').slice(1).join('/')}`);

  expect(await findOnDisk(folder, wanted)).toBe(file);
});

test('prefers the name as it was given', async () => {
  const folder = await createScratch();
  await put(folder, apart);
  const file = await put(folder, wanted);

  expect(await findOnDisk(folder, wanted)).toBe(file);
});

test.each([wanted, 'plain.glb'])('gives %s back where there is no such file', async (relativePath) => {
  const folder = await createScratch();

  expect(await findOnDisk(folder, relativePath)).toBe(path.join(folder, ...relativePath.split('/')));
});

import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolders, writeAtomically } from '../../../../src-main/platform/storage/files.ts';
import { createScratch } from '../../scratch.ts';

test('makes folders in a library, again and again', async () => {
  const library = await createScratch();
  await mkdir(path.join(library, 'a'));

  await makeFolders(path.join(library, 'a/b/c'), library);
  await makeFolders(path.join(library, 'a/b/c'), library);

  expect(await readdir(library, { recursive: true })).toEqual(['a', 'a/b', 'a/b/c']);
});

test('never makes a library whose disk was pulled', async () => {
  const disk = await createScratch();
  const library = path.join(disk, 'library');

  const written = writeAtomically(path.join(library, '.lodestock', 'x.json'), '{}', library);

  await expect(written).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(disk)).toEqual([]);
});

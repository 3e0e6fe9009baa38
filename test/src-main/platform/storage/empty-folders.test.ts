import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEmptyFolders } from '../../../../src-main/platform/storage/inspect-files.ts';
import { createScratch } from '../../scratch.ts';

test('is sure of places in empty and missing folders only', async () => {
  const folder = await createScratch();
  await mkdir(path.join(folder, 'empty'));
  await mkdir(path.join(folder, 'full'));
  await writeFile(path.join(folder, 'full', 'Wood.png'), '');
  const hasNothing = createEmptyFolders();

  const places = ['empty/a', 'none/a', 'none/below/a', 'full/a'];
  const answers = await Promise.all(places.map((place) => hasNothing(path.join(folder, place))));

  expect(answers).toEqual([true, true, true, false]);
});

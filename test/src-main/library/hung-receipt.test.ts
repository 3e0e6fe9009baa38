import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createScratch } from '../scratch.ts';
import { readLibrary } from './read-library.ts';

test.skipIf(process.platform === 'win32')('a receipt that never answers holds up nothing', async () => {
  const library = await createScratch();
  const folder = path.join(library, 'Knight_a');
  await mkdir(folder);
  execFileSync('mkfifo', [path.join(folder, 'model.json')]);

  const { models, problems } = await readLibrary(library);

  expect(models).toEqual([]);
  expect(problems).toMatchObject([{ path: folder, message: { values: { reason: 'it is not a file' } } }]);
});

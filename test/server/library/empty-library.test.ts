import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyLibrary } from '../../../server/library/empty-library.ts';
import { openFreshDatabase } from '../../helpers/fresh-database.ts';
import { makeFolder } from '../../helpers/make-folder.ts';

test('becomes ready before anybody asks', async () => {
  const folder = makeFolder();
  const db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  let awaited = ['http://host.example'];
  let announced = 0;
  const library = createEmptyLibrary({ db, awaited: () => awaited });
  onTestFinished(() => library.close());
  library.onChange(async () => {
    announced += 1;
  });

  awaited = [];
  await expect.poll(() => announced).toBe(1);
  await new Promise(setImmediate);

  expect(library.isReady()).toBe(true);
});

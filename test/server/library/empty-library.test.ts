import { expect, onTestFinished, test } from 'vitest';
import { createEmptyLibrary } from '../../../server/library/empty-library.ts';
import { openFreshDatabase } from '../../helpers/fresh-database.ts';

test('becomes ready before anybody asks', async () => {
  const db = openFreshDatabase();
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyLibrary } from '../../../server/library/empty-library.ts';
import { openFreshDatabase } from '../../helpers/fresh-database.ts';

test('becomes ready before anybody asks', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-empty-library-'));
  const db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  let awaited = ['http://host.example'];
  let announced = 0;
  const library = createEmptyLibrary({ db, awaited: () => awaited });
  onTestFinished(async () => {
    await library.close();
    db.close();
    rmSync(folder, { recursive: true });
  });
  library.onChange(async () => {
    announced += 1;
  });

  awaited = [];
  await expect.poll(() => announced).toBe(1);
  await new Promise(setImmediate);

  expect(library.isReady()).toBe(true);
});

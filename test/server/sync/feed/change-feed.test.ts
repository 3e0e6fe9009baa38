import { expect, test } from 'vitest';
import { createChangeFeed } from '../../../../server/sync/feed/change-feed.ts';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { scannedLibrary } from '../../../helpers/library-scanner.ts';

const two = { ...simpleModel('table', { guid: 'table' }), ...simpleModel('chair', { guid: 'chair' }) };

test('writes one change for each new model', async () => {
  const { db } = await scannedLibrary(two);

  const feed = createChangeFeed(db, () => null);
  const changes = feed.after(0, 10);
  expect(changes.map(({ guid }) => guid).sort()).toEqual(['chair', 'table']);
  expect(changes).toMatchObject([
    { op: 'upsert', version: 1 },
    { op: 'upsert', version: 1 },
  ]);
  expect(feed.head()).toBe(changes[1]?.offset);
  expect(feed.products()).toBe(2);
});

test('writes nothing when nothing changed', async () => {
  const { db, scan } = await scannedLibrary(two);

  const feed = createChangeFeed(db, () => null);
  const before = feed.head();

  await scan();
  db.prepare('UPDATE model SET popularity = popularity + 1').run();

  expect(feed.head()).toBe(before);
});

test('keeps only the last change of each model', async () => {
  const { db, library, scan } = await scannedLibrary(two);

  const feed = createChangeFeed(db, () => null);
  const before = feed.head();

  library.write({ 'table/10k/thing.obj': objText(80, 'table') });
  await scan();
  library.write({ 'table/product.json': JSON.stringify({ guid: 'table', title: 'Oak table' }) });
  await scan();

  expect(feed.after(0, 10)).toMatchObject([
    { guid: 'chair', version: 1 },
    { guid: 'table', version: 2, op: 'upsert', offset: before + 2 },
  ]);
});

test('remembers what was removed, and its return', async () => {
  const { db, library, scan } = await scannedLibrary(two);

  const feed = createChangeFeed(db, () => null);

  library.remove('table');
  await scan();
  const removed = feed.after(0, 10).at(-1);
  library.write(simpleModel('table', { guid: 'table' }));
  await scan();
  const returned = feed.after(0, 10).at(-1);

  expect(removed).toMatchObject({ guid: 'table', op: 'delete', version: 1 });
  expect(returned).toMatchObject({ guid: 'table', op: 'upsert', version: 1 });
  expect(returned?.offset).toBeGreaterThan(removed?.offset ?? 0);
});

test('never gives an offset twice', async () => {
  const { db, library, scan } = await scannedLibrary({
    ...two,
    ...simpleModel('lamp', { guid: 'lamp' }),
  });

  const feed = createChangeFeed(db, () => null);
  const highest = feed.head();

  library.remove('lamp');
  await scan();
  db.prepare('DELETE FROM sync_change').run();
  library.write(simpleModel('lamp', { guid: 'lamp' }));
  await scan();

  expect(feed.head()).toBe(highest + 2);
});

test('loses the change with the row that was rolled back', async () => {
  const { db } = await scannedLibrary(two);

  const feed = createChangeFeed(db, () => null);
  const before = feed.head();

  const failing = db.transaction(() => {
    db.prepare("UPDATE model SET version = version + 1 WHERE guid = 'table'").run();
    throw new Error('stopped');
  });

  expect(failing).toThrow('stopped');
  expect(feed.head()).toBe(before);
});

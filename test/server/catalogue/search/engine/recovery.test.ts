import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createIndexBuilder } from '../../../../../server/catalogue/search/engine/state/index-builder.ts';
import { createIndexKeeper } from '../../../../../server/catalogue/search/engine/state/index-keeper.ts';
import { watchThreads } from '../../../../helpers/watch-threads.ts';
import { type Catalogue, createCatalogue, toModelData, toQuery } from './catalogue-fixture.ts';

let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
  catalogue.put([{ title: 'Oak table' }, { title: 'Oak chair' }]);
});

const count = async (words: string | null) => {
  const engine = await catalogue.openReady();
  const { total } = await engine.search(toQuery(words));
  await engine.close();
  return total;
};
const load = () => createIndexBuilder(catalogue.db, catalogue.snapshotFile).load();

test('starts from the saved index without reading the catalogue', async () => {
  await count('oak');

  const state = load();

  expect(state).toMatchObject({ models: 2, delta: null });
});

test('takes over changes made while nobody searched', async () => {
  await count('oak');
  catalogue.writer.put(toModelData('late', { title: 'Oak stool' }));

  expect(await count('oak')).toBe(3);
});

test.each([
  [
    'a flipped bit',
    (file: string) => {
      const bytes = readFileSync(file);
      const place = bytes.length - 5;
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    },
  ],
  ['a missing end', (file: string) => truncateSync(file, statSync(file).size - 100)],
  ['nothing in it', (file: string) => truncateSync(file, 0)],
  ['other words in it', (file: string) => writeFileSync(file, 'not an index at all')],
])('rebuilds an index file with %s', async (_, damage) => {
  await count('oak');
  damage(catalogue.snapshotFile);

  expect(load()).toBeNull();
  expect(await count('oak')).toBe(2);
  expect(load()).not.toBeNull();
});

test('refuses the index of another catalogue', async () => {
  await count('oak');
  catalogue.db.prepare("UPDATE catalogue_setting SET value = 'other' WHERE name = 'catalogue_id'").run();

  expect(load()).toBeNull();
});

test('refuses an index newer than a restored catalogue', async () => {
  await count('oak');
  catalogue.db.exec("UPDATE catalogue.sqlite_sequence SET seq = 1 WHERE name = 'search_change'");

  expect(load()).toBeNull();
});

test('breaks off a rebuild when it is closed', async () => {
  let asked = 0;
  const isEnding = () => {
    asked += 1;
    return asked > 1;
  };
  const builder = createIndexBuilder(catalogue.db, catalogue.snapshotFile, { isEnding });

  expect(() => builder.rebuild()).toThrow('closed while it is built');

  expect(asked).toBe(2);
  expect(createIndexBuilder(catalogue.db, catalogue.snapshotFile).rebuild().models).toBe(2);
});

test('forgets the journal of a transaction that fails', async () => {
  const engine = await catalogue.openReady();
  const revision = engine.revision();
  const fail = () =>
    catalogue.writer.transaction(() => {
      catalogue.writer.put(toModelData('half', { title: 'Oak half' }));
      throw new Error('the disk is full');
    });

  expect(fail).toThrow('the disk is full');
  await engine.apply();

  expect((await engine.search(toQuery('half'))).total).toBe(0);
  expect(engine.revision()).toBe(revision);
});

test('makes the index anew beside the old when much changed', async () => {
  const engine = await catalogue.openReady();
  catalogue.put(
    Array.from({ length: 600 }, (_, index) => ({ title: `Pine board ${index}` })),
    'n',
  );

  await engine.apply();
  const during = await engine.search(toQuery('pine'));
  await expect.poll(() => load()?.models).toBe(602);

  expect(during.total).toBe(600);
  expect((await engine.search(toQuery('pine'))).total).toBe(600);
});

test('makes no file where it may keep none', async () => {
  await catalogue.openReady({ dataDir: null });

  expect(existsSync(catalogue.snapshotFile)).toBe(false);
});

test('ends its thread at rest and continues later', async () => {
  const threads = watchThreads();
  const seen: number[] = [];
  const keeper = createIndexKeeper({
    ...{ db: catalogue.db, snapshotFile: catalogue.snapshotFile, restMs: 0, fewModels: 0 },
    onState: ({ models }) => seen.push(models),
    onError: (error) => expect.unreachable(error.message),
  });
  onTestFinished(() => keeper.close());

  await keeper.update();
  const started = threads.size;
  await expect.poll(() => threads.size).toBe(0);
  catalogue.writer.put(toModelData('late', { title: 'Oak stool' }));
  await keeper.update();

  expect(started).toBe(1);
  expect(seen).toEqual([2, 3]);
});

test('keeps the index of a few models without a thread, which continues when there are more', async () => {
  const threads = watchThreads();
  const engine = await catalogue.openReady({ fewModels: 2 });
  const ofFew = threads.size;

  catalogue.writer.put(toModelData('third', { title: 'Oak stool' }));
  await engine.apply();

  expect([ofFew, threads.size]).toEqual([0, 1]);
  expect((await engine.search(toQuery('oak'))).total).toBe(3);
});

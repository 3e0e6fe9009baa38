import { mkdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { markOf } from '../../../../server/base/storage/file-mark.ts';
import { createProblems } from '../../../../server/catalogue/write/problems.ts';
import { simpleModel } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';

const sold = { guid: 'oak', title: 'Oak table', priceUsd: 700, license: 'Studio internal only' };

/** A library with one model, whose product.json is written as it is given. */
function makeShelf(product?: unknown) {
  const { db, library, scan } = makeScannedLibrary(simpleModel('oak'));
  const put = (content: unknown) =>
    library.write({
      'oak/product.json': typeof content === 'string' ? content : JSON.stringify(content),
    });
  if (product !== undefined) put(product);
  const model = () =>
    db.prepare('SELECT title, description, price_cents AS cents, license, tags FROM model').get();
  const reasons = () =>
    createProblems(db)
      .list()
      .filter(({ kind }) => kind === 'metadata')
      .map(({ path: where, reason }) => `${where}: ${reason}`);
  return { db, library, scan, put, model, reasons };
}

test('keeps the last price when the new one is in quotes', async () => {
  const { scan, put, model, reasons } = makeShelf(sold);
  await scan();
  put({ ...sold, title: 'Better table', priceUsd: '700' });

  await scan();

  expect(model()).toMatchObject({ title: 'Better table', cents: 70_000, license: 'Studio internal only' });
  expect(reasons()).toEqual([
    'oak/product.json: priceUsd must be a number: write 700 without quotes. Until then, the last valid values are kept.',
  ]);
});

test.each<[string, unknown]>([
  ['a price in quotes', { ...sold, priceUsd: '700' }],
  ['a negative price', { ...sold, priceUsd: -5 }],
  ['a price above the limit', { ...sold, priceUsd: 1_000_001 }],
  ['a price below one cent', { ...sold, priceUsd: 1e-9 }],
  ['an infinite price', JSON.stringify(sold).replace('700', '1e999')],
  ['no price but null', { ...sold, priceUsd: null }],
  ['a licence that is a number', { ...sold, license: 12 }],
  ['a licence without end', { ...sold, license: 'x'.repeat(6000) }],
  ['broken JSON', '{"title": "Oak table", "priceUsd": 700,'],
  ['a list in place of fields', '[]'],
  ['more than a megabyte', `{"title": "${'x'.repeat(1_100_000)}"}`],
])('holds a new model back that has %s', async (_name, product) => {
  const { scan, put, model, reasons } = makeShelf(product);
  await scan();
  const before = [model(), reasons()];
  put(sold);

  await scan();

  expect(before).toEqual([
    undefined,
    [expect.stringMatching(/^oak\/product\.json: .* Until then, the model is not published\.$/s)],
  ]);
  expect(model()).toMatchObject({ cents: 70_000, license: 'Studio internal only' });
  expect(reasons()).toEqual([]);
});

test.each<[string, string]>([
  ['is broken JSON', '{"title":'],
  ['is a list', '[1]'],
  ['is empty', ''],
  ['is too large', `{"title": "${'x'.repeat(1_100_000)}"}`],
])('keeps all that was read when the file %s', async (_name, content) => {
  const { scan, put, model, reasons } = makeShelf({ ...sold, tags: ['oak'] });
  await scan();
  const before = model();
  put(content);

  await scan();

  expect(model()).toEqual(before);
  expect(reasons()).toEqual([expect.stringContaining('oak/product.json')]);
});

test('keeps the last good values through many bad ones', async () => {
  const { scan, put, model } = makeShelf(sold);
  await scan();
  for (const bad of [{ ...sold, priceUsd: '1' }, '{"title":', { ...sold, license: [], priceUsd: 'free' }]) {
    put(bad);
    await scan();
  }

  expect(model()).toMatchObject({ cents: 70_000, license: 'Studio internal only' });
});

test('takes defaults where the file says nothing', async () => {
  const { scan, put, model, reasons } = makeShelf(sold);
  await scan();
  put({ guid: 'oak' });

  await scan();

  expect(model()).toMatchObject({ title: 'Oak', cents: 100, license: 'Unspecified' });
  expect(reasons()).toEqual([]);
});

test('leaves out only the field that is wrong', async () => {
  const { scan, model, reasons } = makeShelf({
    ...sold,
    title: 12,
    tags: ['oak', 7, 'wood'],
    animated: 'yes',
  });

  await scan();

  expect(model()).toMatchObject({ title: 'Oak', cents: 70_000, tags: '["oak","wood"]' });
  expect(reasons()).toEqual([
    'oak/product.json: title must be a text of at most 500 characters. tags must be a list of at most 1000 texts of at most 200 characters: 1 was left out. animated must be true or false. Until then, unreadable fields are left out.',
  ]);
});

test('cuts a title and a description that are too long', async () => {
  const { scan, model, reasons } = makeShelf({
    ...sold,
    title: 'o'.repeat(600),
    description: 'd'.repeat(30_000),
  });

  await scan();

  expect(model()).toMatchObject({ title: 'o'.repeat(500), description: 'd'.repeat(20_000), cents: 70_000 });
  expect(reasons()).toEqual([
    'oak/product.json: title has 600 characters and was cut to 500: shorten it. description has 30000 characters and was cut to 20000: shorten it.',
  ]);
});

test('takes prices and files as people write them', async () => {
  const { scan, put, model } = makeShelf(`\uFEFF${JSON.stringify({ ...sold, priceUsd: 0 })}`);
  await scan();
  const free = model();
  put({ ...sold, priceUsd: 19.99 });

  await scan();

  expect([free, model()]).toMatchObject([{ cents: 0 }, { cents: 1999 }]);
});

test('takes a model back that an earlier version published by mistake', async () => {
  const { db, library, scan, put, model, reasons } = makeShelf({ guid: 'oak' });
  await scan();
  const bad = JSON.stringify({ ...sold, priceUsd: '700' });
  put(bad);
  const place = path.join(library.folder, 'oak/product.json');
  const stats = statSync(place, { bigint: true });
  const facts = JSON.stringify({ 'product.json': [`${stats.size}:${markOf(stats, place)}`, bad] });
  db.prepare("UPDATE scanned_folder SET stamp = 'of an earlier version', facts = ?").run(facts);

  await scan();

  expect(model()).toBeUndefined();
  expect(reasons()).toEqual([expect.stringContaining('write 700 without quotes')]);
});

test('takes the licence that was read while the price was wrong', async () => {
  const { scan, put, model } = makeShelf({ ...sold, priceUsd: '700' });
  await scan();
  put('{"title":');
  await scan();
  const held = model();
  put({ ...sold, license: 5 });

  await scan();

  expect(held).toBeUndefined();
  expect(model()).toMatchObject({ cents: 70_000, license: 'Studio internal only' });
});

test('holds a model back whose product.json is a link', async () => {
  const { library, scan, model } = makeShelf();
  const file = path.join(library.folder, 'oak/product.json');
  renameSync(file, path.join(library.folder, 'elsewhere.json'));
  symlinkSync(path.join(library.folder, 'elsewhere.json'), file);

  await scan();

  expect(model()).toBeUndefined();
});

test('keeps a model whose product.json becomes a folder', async () => {
  const { library, scan, model, reasons } = makeShelf(sold);
  await scan();
  library.remove('oak/product.json');
  mkdirSync(path.join(library.folder, 'oak/product.json'));

  await scan();

  expect(model()).toMatchObject({ cents: 70_000, license: 'Studio internal only' });
  expect(reasons()).toEqual([expect.stringContaining('oak/product.json')]);
});

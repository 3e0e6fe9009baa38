import { mkdirSync, renameSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { createSearchEngine } from '../../../../../server/catalogue/search/engine/search-engine.ts';
import { createIndexBuilder } from '../../../../../server/catalogue/search/engine/state/index-builder.ts';
import { createCatalogueWriter } from '../../../../../server/catalogue/write/catalogue-writer.ts';
import type { Lod } from '../../../../../server/contract/limits.ts';
import { openInMemory } from '../../../../helpers/in-memory.ts';
import { type Catalogue, createCatalogue, toModelData, toQuery } from './catalogue-fixture.ts';

const level = (lod: Lod, triangles: number) => ({ lod, triangles, sizeBytes: triangles * 10 });
let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
  catalogue.put([
    { title: 'Oak table', tags: ['wood'] },
    {
      title: 'Iron chair',
      category: 'Chairs',
      tags: ['metal'],
      formats: ['glb'],
      more: [level('source', 7000)],
    },
    { title: 'Oak chair', category: 'Chairs', tags: ['Wood'], colour: 'red', more: [level('1k', 900)] },
  ]);
});

const titlesOf = ({ hits }: { hits: readonly { modelId: number }[] }) =>
  hits.map(({ modelId }) => catalogue.titleOf(modelId));

test('lists models before there is an index', async () => {
  const engine = catalogue.open();
  const early = engine.search(toQuery(null, { sort: 'title', limit: 2 }));
  const revision = engine.revision();

  const page = await early;
  await engine.ready;

  expect([titlesOf(page), page.total]).toEqual([['Iron chair', 'Oak chair'], 3]);
  expect(engine.revision()).not.toBe(revision);
});

test('never takes back what it has listed', async () => {
  const memory = openInMemory();
  const writer = createCatalogueWriter(memory, Date.now);
  // In memory the first index is made at once and serves a moment later.
  const engine = createSearchEngine({ db: memory, dataDir: null });
  writer.put(toModelData('late', { title: 'Late lamp' }));
  const early = await engine.search(toQuery(null));
  const revision = engine.revision();
  await engine.ready;

  const between = [(await engine.search(toQuery(null))).total, engine.revision()];
  await engine.apply();
  const later = [(await engine.search(toQuery(null))).total, engine.revision() === revision];
  await engine.close();
  memory.close();

  expect([early.total, between, later]).toEqual([1, [1, revision], [1, false]]);
});

test.each(['popular', 'newest', 'title', 'triangles'] as const)(
  'lists by %s as the index will',
  async (sort) => {
    const queries = [
      {},
      { categories: ['chairs'] },
      { tags: ['WOOD'] },
      { categories: ['none'] },
      { colours: ['RED'] },
      { lods: ['1k'], triMax: 900 },
      { lods: ['1K', 'source'], sizeMin: 1001, triMin: 1 },
      { sizeMax: 1000 },
    ].map((filters) => toQuery(null, { sort, filters }));
    const engine = catalogue.open();
    const early = await Promise.all(queries.map((query) => engine.search(query)));
    await engine.ready;

    expect(early).toEqual(await Promise.all(queries.map((query) => engine.search(query))));
  },
);

test('waits a moment for the first index', async () => {
  const engine = catalogue.open({ patience: 60_000 });

  const [page, facets, similar] = await Promise.all([
    engine.search(toQuery('oak')),
    engine.facets(toQuery('oak')),
    engine.similar(catalogue.idOf('m0'), 5),
  ]);

  expect([page.total, facets.total, titlesOf(similar)]).toEqual([2, 2, ['Oak chair']]);
});

test('tells how much of the index is built', async () => {
  const engine = catalogue.open({ patience: 0 });

  const refusals = await Promise.allSettled([
    engine.search(toQuery('oak')),
    engine.facets(toQuery(null)),
    engine.similar(catalogue.idOf('m0'), 5),
  ]);

  // It is read on, meanwhile, in a thread.
  const possible = [0, 26, 53, 80].map((percent) => ({
    code: 'UNAVAILABLE',
    message: `The search index is being built: ${percent}% done. Try again in a moment.`,
    details: { percent, retryAfterSeconds: 1 },
  }));
  for (const refusal of refusals) {
    const { code, message, details } = refusal.status === 'rejected' ? refusal.reason : {};
    expect(possible).toContainEqual({ code, message, details });
  }
});

test('counts up while it reads the catalogue', () => {
  const seen: number[] = [];

  createIndexBuilder(catalogue.db, null, { onProgress: (percent) => seen.push(percent) }).rebuild();

  expect(seen).toEqual([0, 26, 53, 80]);
});

test('tries an index again that could not be built', async () => {
  const { name } = catalogue.db;
  const errors: string[] = [];
  renameSync(name, `${name}.away`);
  const engine = catalogue.open({ retryAfter: 10, onError: ({ message }) => errors.push(message) });
  await expect
    .poll(() => engine.search(toQuery('oak')).catch((error: Error) => error.message))
    .toBe(
      'Search is down: its index could not be built. The server tries again in 1 s; its log has the reason.',
    );
  const listed = await engine.search(toQuery(null));

  renameSync(`${name}.away`, name);
  await engine.ready;

  expect([listed.total, (await engine.search(toQuery('oak'))).total]).toEqual([3, 2]);
  expect(errors[0]).toMatch(/unable to open|directory|exist/i);
});

test('needs no second connection before the first model', async () => {
  const empty = createCatalogue();
  const { name } = empty.db;
  renameSync(name, `${name}.away`);
  const engine = await empty.openReady({ retryAfter: 10 });
  const none = await engine.search(toQuery('oak'));

  empty.put([{ title: 'Oak table' }]);
  const refused = await engine.apply().catch((error: Error) => error.message);
  const listed = await engine.search(toQuery(null));
  const asked = await engine.search(toQuery('oak')).catch((error: Error) => error.message);
  renameSync(`${name}.away`, name);

  expect([none.total, listed.total]).toEqual([0, 1]);
  expect(refused).toMatch(/unable to open|directory|exist/i);
  expect(asked).toMatch(/^Search is down: its index could not be built/);
  await expect.poll(() => engine.search(toQuery('oak')).then(({ total }) => total, String)).toBe(1);
  await empty.close();
});

test('serves an index that cannot be saved', async () => {
  const errors: string[] = [];
  mkdirSync(catalogue.snapshotFile);
  const engine = await catalogue.openReady({ onError: ({ message }) => errors.push(message) });

  await engine.apply();
  const { total } = await engine.search(toQuery('oak'));

  expect(total).toBe(2);
  expect(errors).toEqual([expect.stringMatching(/^The search index could not be saved/)]);
});

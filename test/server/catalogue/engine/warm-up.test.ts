import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineQuery } from '../../../../server/catalogue/engine/engine-types.ts';
import { createIndexBuilder } from '../../../../server/catalogue/engine/index-builder.ts';
import { openSegment } from '../../../../server/catalogue/engine/segment.ts';
import { listWarmUps } from '../../../../server/catalogue/engine/warm-up.ts';
import { type Catalogue, createCatalogue } from './catalogue-fixture.ts';

let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
});
afterEach(() => catalogue.close());

const list = (): EngineQuery[] => [
  ...listWarmUps(openSegment(createIndexBuilder(catalogue.db, null).rebuild().base)),
];

test('warms up with queries that find models', async () => {
  catalogue.put([{ title: 'Carved barrel', triangles: 500 }]);
  const engine = catalogue.open();
  await engine.ready;

  const totals = await Promise.all(list().map(async (query) => (await engine.search(query)).total));

  expect(totals).toContain(1);
  expect(totals).not.toContain(0);
});

test('warms up with queries of every kind', () => {
  catalogue.put([{ title: 'Carved barrel' }]);

  const kinds = new Set(list().map(({ words, filters }) => `${words} ${Object.keys(filters).join()}`));

  expect(kinds).toEqual(
    new Set([
      'carved ',
      'carved categories,license,triMin',
      'car ',
      'car categories,license,triMin',
      'craved ',
      'carved barrel ',
      'carved barr ',
      'null categories,license,triMin',
    ]),
  );
});

test.each([
  ['no models', []],
  ['titles without words', [{ title: '123 !' }]],
])('has nothing to warm up with in a catalogue of %s', (_, models) => {
  catalogue.put(models);

  expect(list()).toEqual([]);
});

import { beforeEach, expect, test } from 'vitest';
import type {
  EngineFacets,
  EngineQuery,
} from '../../../../../../server/catalogue/search/engine/engine-types.ts';
import { openSegment } from '../../../../../../server/catalogue/search/engine/segment/segment.ts';
import { createIndexBuilder } from '../../../../../../server/catalogue/search/engine/state/index-builder.ts';
import {
  followAsked,
  listWarmUps,
  warmUp,
} from '../../../../../../server/catalogue/search/engine/state/warm-up.ts';
import { type Catalogue, createCatalogue } from '../catalogue-fixture.ts';

let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
});

const list = (): EngineQuery[] => [
  ...listWarmUps(openSegment(createIndexBuilder(catalogue.db, null).rebuild().base)),
];

test('warms up with queries that find models', async () => {
  catalogue.put([{ title: 'Carved barrel', triangles: 500 }]);
  const engine = await catalogue.openReady();

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
      'carved categories,licenses,triMin',
      'car ',
      'car categories,licenses,triMin',
      'craved ',
      'carved barrel ',
      'carved barr ',
      'null categories,licenses,triMin',
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

const many = createCatalogue();
many.put(Array.from({ length: 10_000 }, (_, index) => ({ title: `Carved barrel ${index}` })));
const { base } = createIndexBuilder(many.db, null).rebuild();
const nothing = { hits: [], total: 0, suggestions: [], corrections: [] };
const noFacets: EngineFacets = {
  ...{ total: 0, categories: [], formats: [], lods: [], licenses: [], types: [], tags: [] },
  ...{ animated: [], rigged: [], triangles: { min: null, max: null, buckets: [] } },
  ...{ sizes: [], colours: [] },
};
/** A searcher that notes what it is asked. */
const createSearcher = () => {
  const asked: (string | null)[] = [];
  return {
    asked,
    searcher: {
      search: (query: EngineQuery) => {
        asked.push(query.words);
        return nothing;
      },
      facets: () => noFacets,
      similar: () => nothing,
    },
  };
};

test('stands back while somebody asks', async () => {
  const { asked, searcher } = createSearcher();
  const asking = { times: 0 };
  const isAsked = followAsked(asking);
  asking.times += 1;

  warmUp({ searcher, base, isEnough: () => false, isAsked });
  await new Promise(setImmediate); // in the turn of its first look: no time passes in between
  const atOnce = asked.length;
  await expect.poll(() => asked).toHaveLength(20 * 8);

  expect(atOnce).toBe(0);
});

test('ends early when it is told to', async () => {
  const { asked, searcher } = createSearcher();

  warmUp({ searcher, base, isEnough: () => asked.length >= 3, isAsked: () => false });
  await expect.poll(() => asked).toHaveLength(3);
  await new Promise(setImmediate);

  expect(asked).toHaveLength(3);
});

test('warms up with the wanted queries alone', async () => {
  const { asked, searcher } = createSearcher();
  const isWanted = ({ words, filters }: EngineQuery) =>
    words === 'carved' && Object.keys(filters).length === 0;

  warmUp({ searcher, base, isEnough: () => false, isAsked: () => false, isWanted });
  await expect.poll(() => asked.length).toBe(400);
  await new Promise(setImmediate);

  expect(new Set(asked)).toEqual(new Set(['carved']));
});

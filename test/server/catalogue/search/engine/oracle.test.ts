import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toImpact } from '../../../../../server/catalogue/search/engine/build/build-postings.ts';
import {
  type EngineFilters,
  facetNames,
} from '../../../../../server/catalogue/search/engine/engine-types.ts';
import { inverseFrequency } from '../../../../../server/catalogue/search/engine/segment/vocabulary.ts';
import { titleBoosts } from '../../../../../server/catalogue/search/weights.ts';
import { runs } from '../../../../helpers/property-runs.ts';
import { createOracle } from '../oracle/create-oracle.ts';
import { createCatalogue, openOnce, type Sample, toModelData, toQuery } from './catalogue-fixture.ts';

/** Words without a common beginning, stem or near spelling, so that FTS5 and the engine must agree on what matches. */
const words = ['zorb', 'quaxil', 'fjord', 'mimpo', 'volt', 'drakun'];
const word = fc.constantFrom(...words);
const phrase = (most: number) =>
  fc.array(word, { minLength: 1, maxLength: most }).map((list) => list.join(' '));
const some = <T>(list: readonly T[]) => fc.subarray([...list]);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const metres = fc.constantFrom(0, 0.001, 0.4, 1, 2.5, 5000, 9000);

const sample: fc.Arbitrary<Sample> = fc.record({
  title: phrase(4),
  description: fc.oneof(fc.constant(''), phrase(12)),
  category: fc.constantFrom('Kappa', 'Lambda'),
  subcategory: fc.constantFrom('', 'Iota', 'Rho'),
  tags: some(['red', 'green', 'blue']),
  type: fc.integer({ min: 0, max: 4 }),
  license: fc.constantFrom('CC0-1.0', 'MIT'),
  animated: fc.boolean(),
  rigged: fc.boolean(),
  triangles: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2_000_000 })),
  formats: some(['glb', 'fbx', 'obj']),
  lod: fc.constantFrom('1k' as const, '10k' as const, 'source' as const),
  more: fc.uniqueArray(
    fc.record({
      lod: fc.constantFrom('1k' as const, '10k' as const, '100k' as const),
      triangles: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2_000_000 })),
      sizeBytes: fc.integer({ min: 0, max: 31 }).map((power) => 2 ** power - 1),
    }),
    { maxLength: 2, selector: ({ lod }) => lod },
  ),
  colour: fc.constantFrom(null, 'red' as const, 'brown' as const),
  sizeMetres: fc.option(fc.record({ x: metres, y: metres, z: metres }), { nil: null }),
});
const filters: fc.Arbitrary<EngineFilters> = fc
  .record(
    {
      type: optional(fc.integer({ min: 0, max: 4 })),
      categories: optional(some(['kappa', 'lambda', 'unknown'])),
      subcategory: optional(fc.constantFrom('iota', 'rho')),
      tags: optional(some(['RED', 'blue', 'none'])),
      formats: optional(some(['glb', 'obj'])),
      lods: optional(some(['1k', 'source'])),
      license: optional(fc.constantFrom('mit', 'CC0-1.0')),
      animated: optional(fc.boolean()),
      rigged: optional(fc.boolean()),
      triMin: optional(fc.integer({ min: 0, max: 1_000_000 })),
      triMax: optional(fc.integer({ min: 0, max: 2_000_000 })),
      sizeMin: optional(fc.integer({ min: -1, max: 20_000_000 })),
      sizeMax: optional(fc.integer({ min: -1, max: 2_000_000_000 })),
      colours: optional(some(['red', 'BROWN', 'none'])),
      sizeMaxX: optional(metres.filter((side) => side < 5000)),
      sizeMaxZ: optional(fc.constantFrom(-1, 0.4, 3)),
    },
    { requiredKeys: [] },
  )
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
/** Quoted words must all be there, as SQL has it. */
const text = fc.option(
  phrase(3).map((list) => list.replace(/\w+/g, '"$&"')),
  { nil: null },
);

const sortValues = <T extends { readonly value: unknown }>(list: readonly T[]) =>
  [...list].sort((a, b) => String(a.value).localeCompare(String(b.value)));

test('agrees with SQL on totals and facets of random catalogues', async () => {
  const property = fc.asyncProperty(
    fc.array(sample, { minLength: 1, maxLength: 25 }),
    fc.array(fc.tuple(text, filters), { minLength: 1, maxLength: 12 }),
    async (samples, queries) => {
      const catalogue = createCatalogue();
      catalogue.put(samples);
      const engine = catalogue.open();
      const oracle = createOracle(catalogue.db);
      await engine.ready;
      for (const [asked, filtered] of queries) {
        const query = toQuery(asked, { filters: filtered, limit: 100 });
        const [found, expected] = [await engine.facets(query), oracle.facets(query)];
        const page = await engine.search(query);

        expect(page.total).toBe(expected.total);
        expect(page.hits.map((hit) => hit.modelId).sort()).toEqual(
          oracle
            .search(query)
            .hits.map((hit) => hit.modelId)
            .sort(),
        );
        expect({ ...found, categories: [] }).toEqual({ ...expected, categories: [] });
        expect(sortValues(found.categories.map(({ slug, count }) => ({ value: slug, count })))).toEqual(
          sortValues(expected.categories.map(({ slug, count }) => ({ value: slug, count }))),
        );
      }
      await catalogue.close();
    },
  );

  await fc.assert(property, runs(12));
});

test('counts only the facets that are asked for', async () => {
  const { engine, fill } = await openOnce();
  const property = fc.asyncProperty(
    fc.array(sample, { minLength: 1, maxLength: 25 }),
    fc.array(fc.tuple(text, filters, some(facetNames)), { minLength: 1, maxLength: 8 }),
    async (samples, queries) => {
      await fill(samples);
      for (const [asked, filtered, facets] of queries) {
        const all = await engine.facets(toQuery(asked, { filters: filtered }));
        const found = await engine.facets(toQuery(asked, { filters: filtered, facets }));

        expect(found.total).toBe(all.total);
        for (const name of facetNames)
          if (facets.includes(name)) expect(found[name]).toEqual(all[name]);
          else expect(found[name]).toEqual(name === 'triangles' ? { min: null, max: null, buckets: [] } : []);
      }
    },
  );

  await fc.assert(property, runs(10));
});

test('agrees with SQL after changes and removals', async () => {
  const { catalogue, engine, fill } = await openOnce();
  const change = fc.tuple(fc.integer({ min: 0, max: 14 }), fc.option(sample, { nil: null }));
  const property = fc.asyncProperty(
    fc.array(sample, { minLength: 1, maxLength: 15 }),
    fc.array(change, { minLength: 1, maxLength: 10 }),
    fc.array(fc.tuple(text, filters), { minLength: 1, maxLength: 6 }),
    async (samples, changes, queries) => {
      await fill(samples);
      for (const [index, next] of changes) {
        if (next === null) catalogue.writer.remove(`m${index}`);
        else catalogue.writer.put(toModelData(`m${index}`, next));
        await engine.apply();
      }
      const oracle = createOracle(catalogue.db);
      for (const [asked, filtered] of queries) {
        const query = toQuery(asked, { filters: filtered, limit: 100 });

        expect((await engine.search(query)).total).toBe(oracle.search(query).total);
        expect(sortValues((await engine.facets(query)).tags)).toEqual(sortValues(oracle.facets(query).tags));
      }
    },
  );

  await fc.assert(property, runs(15));
});

/** BM25F by the book, over all models, for words that all must match, and what a title earns that begins with one of them. */
function scoreByHand(samples: readonly Sample[], asked: readonly string[]) {
  const texts = samples.map((one) => [
    one.title.split(' '),
    [one.category ?? '', one.subcategory ?? ''].filter(Boolean).map((name) => name.toLowerCase()),
    [...(one.tags ?? [])],
    (one.description ?? '').split(' ').filter(Boolean),
  ]);
  const means = [0, 1, 2, 3].map((field) =>
    Math.max(texts.reduce((sum, parts) => sum + (parts[field]?.length ?? 0), 0) / texts.length, 0.01),
  );
  const counts = texts.map((parts) =>
    asked.map((one) => parts.map((part) => part.filter((w) => w === one).length)),
  );
  const isIn = (uses: readonly number[] | undefined) => uses?.some((count) => count > 0) === true;
  const found = asked.map((_, place) => counts.filter((uses) => isIn(uses[place])).length);
  return texts
    .map((parts, model) => {
      if (!asked.every((_, place) => isIn(counts[model]?.[place]))) return 0;
      const opener = parts[0]?.findIndex((part) => asked.includes(part)) ?? -1;
      const lengths = parts.map((part) => part.length);
      const rarity = (place: number) => inverseFrequency(texts.length, found[place] ?? 0);
      const best = asked.reduce((sum, _, place) => sum + rarity(place), 0);
      const first = opener === -1 ? 0 : (titleBoosts.first * best) / (opener + 1);
      return asked.reduce((sum, _, place) => {
        const impact = toImpact(counts[model]?.[place] ?? [], lengths, means);
        return sum + impact * rarity(place);
      }, first);
    })
    .filter((score) => score > 0)
    .sort((a, b) => b - a);
}

test('scores one word as BM25F computed by hand', async () => {
  const { engine, fill } = await openOnce();
  const property = fc.asyncProperty(
    fc.array(sample, { minLength: 2, maxLength: 30 }),
    word,
    async (samples, asked) => {
      // A title that is the query itself is raised on purpose.
      const plain = samples.map((one) =>
        one.title === asked ? { ...one, title: `${asked} zorb volt` } : one,
      );
      await fill(plain);

      const { hits } = await engine.search(toQuery(asked, { limit: 100 }));

      const expected = scoreByHand(plain, [asked]);
      expect(hits).toHaveLength(expected.length);
      for (const [place, { score }] of hits.entries()) expect(score).toBeCloseTo(expected[place] ?? 0, 3);
    },
  );

  await fc.assert(property, runs(15));
});

test('shows page by page what one long page shows', async () => {
  const { engine, fill } = await openOnce();
  const property = fc.asyncProperty(
    fc.array(sample, { minLength: 30, maxLength: 60 }),
    phrase(2),
    async (samples, asked) => {
      await fill(samples);
      const { hits } = await engine.search(toQuery(asked, { limit: 100 }));

      for (const offset of [0, 3, 6])
        expect((await engine.search(toQuery(asked, { limit: 3, offset }))).hits).toEqual(
          hits.slice(offset, offset + 3),
        );
    },
  );

  await fc.assert(property, runs(10));
});

test('finds a model by a topology that has more triangles than itself', async () => {
  const { engine, fill } = await openOnce();
  const more = [{ lod: '10k', triangles: 9000, sizeBytes: 1 }] as const;
  await fill([
    { title: 'Larger', triangles: 500, more },
    { title: 'Known alone', triangles: null, more },
    { title: 'Small', triangles: 500 },
  ]);

  expect((await engine.search(toQuery(null, { filters: { triMin: 1000 } }))).total).toBe(2);
});

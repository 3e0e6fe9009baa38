import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSegment } from '../../../../../../server/catalogue/search/engine/segment/segment.ts';
import { createIndexBuilder } from '../../../../../../server/catalogue/search/engine/state/index-builder.ts';
import { createLiveIndex } from '../../../../../../server/catalogue/search/engine/state/live-index.ts';
import { type Catalogue, createCatalogue, type Sample, toModelData, toQuery } from '../catalogue-fixture.ts';

/** Words of which many begin as others do, or mean the same after their stems. */
const words = ['volt', 'volts', 'voltage', 'vole', 'fjord', 'fjords', 'fjell', 'zorb', 'äpfel', 'äpfelchen'];
const asked = [
  'vo',
  'vol',
  'volt',
  'volts',
  'voltage',
  'fj',
  'fjord',
  'zo',
  'zorb',
  'zorbs',
  'äp',
  'v',
  'fj"',
];
const synonyms = 'zorb, fjell\nvole, voltage';

/** The first tags are on most models, the last on few. */
const tagOf = (count: number) =>
  fc.integer({ min: 0, max: count ** 2 - 1 }).map((number) => `tag${Math.floor(Math.sqrt(number))}`);
const createSample = (tags: number): fc.Arbitrary<Sample> =>
  fc.record({
    title: fc.constantFrom(...words),
    description: fc.array(fc.constantFrom(...words), { maxLength: 2 }).map((list) => list.join(' ')),
    category: fc.constantFrom('Kappa', 'Lambda', 'Volt'),
    tags: fc.uniqueArray(tagOf(tags), { maxLength: 12 }),
    license: fc.constantFrom('CC0-1.0', 'MIT'),
    type: fc.integer({ min: 0, max: 2 }),
    triangles: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 2_000_000 })),
    formats: fc.subarray(['glb', 'fbx', 'obj']),
    colour: fc.constantFrom(null, 'red' as const, 'brown' as const),
  });
const createChange = (sample: fc.Arbitrary<Sample>) =>
  fc.tuple(fc.integer({ min: 0, max: 260 }), fc.option(sample, { nil: null }));

/** What is found in an index that was built before changes, with heads from so many models on. */
function openChanged(catalogue: Catalogue, fewestOfHead: number) {
  const builder = createIndexBuilder(catalogue.db, null, { fewestOfHead });
  const before = builder.rebuild();
  const heads = openSegment(before.base).headWords.length / 2;
  return {
    heads,
    after() {
      const state = builder.update(before) ?? before;
      return [synonyms, ''].map((text) => createLiveIndex()({ state, synonyms: text }));
    },
  };
}

test.each([60, 200])('counts what begins alike with %i tags as model by model', async (tags) => {
  const sample = createSample(tags);
  const property = fc.asyncProperty(
    fc.array(sample, { minLength: 150, maxLength: 250 }),
    fc.array(createChange(sample), { maxLength: 30 }),
    async (samples, changes) => {
      const catalogue = createCatalogue();
      catalogue.put(samples);
      const [counted, plain] = [openChanged(catalogue, 1), openChanged(catalogue, Number.POSITIVE_INFINITY)];
      catalogue.writer.transaction(() => {
        for (const [index, next] of changes)
          if (next === null) catalogue.writer.remove(`m${index}`);
          else catalogue.writer.put(toModelData(`m${index}`, next));
      });

      expect([counted.heads > 0, plain.heads]).toEqual([true, 0]);
      for (const [index, one] of counted.after().entries())
        for (const text of asked) {
          const other = plain.after()[index];
          const [all, some] = [toQuery(text), toQuery(text, { filters: { licenses: ['MIT'] } })];

          for (const query of [all, some, { ...all, facets: ['formats', 'tags'] as const }])
            expect(one.facets(query)).toEqual(other?.facets(query));
          expect(one.search(all)).toEqual(other?.search(all));
        }
      await catalogue.close();
    },
  );

  await fc.assert(property, { numRuns: 3 });
});

test('finds the leading tags among more than a head tells of', async () => {
  const catalogue = createCatalogue();
  // All tags are on as many models: those come first whose names do, and the index numbers them the other way round.
  const names = Array.from({ length: 150 }, (_, place) => `tag${String(place).padStart(3, '0')}`);
  catalogue.put(names.toReversed().map((name) => ({ title: 'volt', tags: [name] })));
  const [one] = openChanged(catalogue, 1).after();

  const tags = one?.facets(toQuery('volt')).tags.map(({ value }) => value);

  expect(tags).toEqual(names.slice(0, 50));
  await catalogue.close();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOracle } from '../oracle/create-oracle.ts';
import { createCatalogue, type Sample, toModelData, toQuery } from './catalogue-fixture.ts';

/** More tags than a facet shows: the first are on most models, the last on few, and those of `fjord` are its own. */
const skewed = fc.integer({ min: 0, max: 8099 }).map((number) => `tag${Math.floor(Math.sqrt(number))}`);
/** More tags than have a lane or a list, on as good as equally few models each. */
const scattered = fc.integer({ min: 0, max: 5999 }).map((number) => `tag${number}`);
const ownTag = fc.integer({ min: 0, max: 60 }).map((number) => `Fjord ${number}`);
const createSamples = (tag: fc.Arbitrary<string>, most: number) => {
  const plain = fc
    .uniqueArray(tag, { minLength: most / 2, maxLength: most })
    .map((tags): Sample => ({ title: 'volt', tags }));
  const special = fc
    .uniqueArray(fc.oneof(tag, ownTag), { maxLength: most })
    .map((tags): Sample => ({ title: 'fjord volt', tags, type: 1 }));
  return fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: special });
};
const createChanges = (sample: fc.Arbitrary<Sample>) =>
  fc.array(fc.tuple(fc.integer({ min: 0, max: 260 }), fc.option(sample, { nil: null })), { maxLength: 12 });
const queries = [
  toQuery(null),
  toQuery('volt'),
  toQuery('fjord'),
  toQuery(null, { filters: { type: 1 } }),
  toQuery('volt', { filters: { tags: ['tag3', 'FJORD 1'] } }),
  toQuery(null, { filters: { tags: ['tag80'], type: 0 } }),
];

const catalogues = [
  ['tags that many models share', skewed, 14],
  ['more tags than models', scattered, 24],
] as const;

test.each(catalogues)('agrees with SQL on the leading of %s', async (_, tag, most) => {
  const sample = createSamples(tag, most);
  const property = fc.asyncProperty(
    fc.array(sample, { minLength: 200, maxLength: 250 }),
    createChanges(sample),
    async (samples, changed) => {
      const catalogue = createCatalogue();
      catalogue.put(samples);
      const engine = await catalogue.openReady();
      for (const [index, next] of changed) {
        if (next === null) catalogue.writer.remove(`m${index}`);
        else catalogue.writer.put(toModelData(`m${index}`, next));
      }
      await engine.apply();

      const oracle = createOracle(catalogue.db);
      for (const query of queries) {
        const { tags } = await engine.facets(query);

        expect(tags).toEqual(oracle.facets(query).tags);
      }
      await catalogue.close();
    },
  );

  await fc.assert(property, { numRuns: 5 });
});

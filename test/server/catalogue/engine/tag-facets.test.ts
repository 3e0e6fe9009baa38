import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDatabaseSearch } from '../../../../server/catalogue/engine/database-search.ts';
import { createCatalogue, type Sample, toModelData, toQuery } from './catalogue-fixture.ts';

/** More tags than a facet shows: the first are on most models, the last on few, and those of `fjord` are its own. */
const tag = fc.integer({ min: 0, max: 8099 }).map((number) => `tag${Math.floor(Math.sqrt(number))}`);
const ownTag = fc.integer({ min: 0, max: 60 }).map((number) => `Fjord ${number}`);
const plain = fc.uniqueArray(tag, { maxLength: 8 }).map((tags): Sample => ({ title: 'volt', tags }));
const special = fc
  .uniqueArray(fc.oneof(tag, ownTag), { maxLength: 8 })
  .map((tags): Sample => ({ title: 'fjord volt', tags, type: 1 }));
const sample = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: special });
const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 260 }), fc.option(sample, { nil: null })), {
  maxLength: 12,
});
const queries = [
  toQuery(null),
  toQuery('volt'),
  toQuery('fjord'),
  toQuery(null, { filters: { type: 1 } }),
  toQuery('volt', { filters: { tags: ['tag3', 'FJORD 1'] } }),
  toQuery(null, { filters: { tags: ['tag80'], type: 0 } }),
];

test('agrees with SQL on the leading of many tags', async () => {
  const property = fc.asyncProperty(
    fc.array(sample, { minLength: 200, maxLength: 250 }),
    changes,
    async (samples, changed) => {
      const catalogue = createCatalogue();
      catalogue.put(samples);
      const engine = catalogue.open();
      await engine.ready;
      for (const [index, next] of changed) {
        if (next === null) catalogue.writer.remove(`m${index}`);
        else catalogue.writer.put(toModelData(`m${index}`, next));
      }
      await engine.apply();

      for (const query of queries) {
        const { tags } = await engine.facets(query);

        expect(tags).toEqual(createDatabaseSearch(catalogue.db).facets(query).tags);
      }
      await catalogue.close();
    },
  );

  await fc.assert(property, { numRuns: 8 });
});

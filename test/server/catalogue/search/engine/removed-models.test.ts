import { afterAll, expect, test } from 'vitest';
import { type Catalogue, createCatalogue, type Sample, toModelData, toQuery } from './catalogue-fixture.ts';

/** Models of as many words each, so that only the uses of words can tell their scores apart. */
const samples: readonly Sample[] = [
  ...Array.from({ length: 12 }, () => ({ title: 'zorb volt', description: 'fjord mimpo' })),
  ...Array.from({ length: 12 }, () => ({ title: 'fjord volt', description: 'mimpo drakun' })),
  { title: 'drakun volt', description: 'zorb fjordland' },
  { title: 'quaxil mimpo', description: 'volt drakun' },
];

/** An index whose large part holds all models, some of which are then changed and removed, and one that is built again. */
async function openBoth(catalogue: Catalogue) {
  catalogue.put(samples);
  const worn = catalogue.open();
  await worn.ready;
  catalogue.writer.transaction(() => {
    for (let at = 0; at < 12; at++) catalogue.writer.remove(`m${at}`);
    catalogue.writer.put(toModelData('m12', { title: 'drakun zorb', description: 'mimpo volt' }));
    catalogue.writer.remove('m25');
  });
  await worn.apply();
  const fresh = catalogue.open({ dataDir: null });
  await fresh.ready;
  return { worn, fresh };
}

const catalogue = createCatalogue();
afterAll(() => catalogue.close());
const { worn, fresh } = await openBoth(catalogue);

test.each(['zorb', 'fjord', 'drakun volt', 'zorb mim', 'fjo'])(
  'scores %s as if removed models had never been',
  async (words) => {
    const found = await worn.search(toQuery(words));

    expect(found.hits.length).toBeGreaterThan(0);
    expect(found).toEqual(await fresh.search(toQuery(words)));
  },
);

test('takes a word for unknown that only removed models have', async () => {
  const found = await worn.search(toQuery('quaxil'));

  expect(found).toEqual(await fresh.search(toQuery('quaxil')));
  expect(found.suggestions).toEqual([]);
});

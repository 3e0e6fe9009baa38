import { expect, test } from 'vitest';
import { type Catalogue, createCatalogue, type Sample, toModelData, toQuery } from './catalogue-fixture.ts';

/** Models of as many words each, so that only the uses of words can tell their scores apart. */
const samples: readonly Sample[] = [
  ...Array.from({ length: 12 }, () => ({ title: 'zorb volt', description: 'fjord mimpo', formats: ['glb'] })),
  ...Array.from({ length: 12 }, (_, at) => ({
    ...{ title: 'fjord volt', description: 'mimpo drakun', triangles: at * 100 },
    ...{ formats: at % 3 === 0 ? ['glb'] : ['fbx'] },
  })),
  { title: 'drakun volt', description: 'zorb fjordland' },
  { title: 'quaxil mimpo', description: 'volt drakun' },
];

/** An index whose large part holds all models, some of which are then changed and removed, and one that is built again. */
async function openBoth(catalogue: Catalogue) {
  catalogue.put(samples);
  const worn = await catalogue.openReady();
  catalogue.writer.transaction(() => {
    for (let at = 0; at < 12; at++) catalogue.writer.remove(`m${at}`);
    catalogue.writer.put(toModelData('m12', { title: 'drakun zorb', description: 'mimpo volt' }));
    catalogue.writer.remove('m25');
  });
  await worn.apply();
  const fresh = await catalogue.openReady({ dataDir: null });
  return { worn, fresh };
}

const catalogue = createCatalogue();
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

test.each(['fjo', 'zor', 'vol', 'dra', 'qua'])(
  'filters %s alike, whether all of it was found before or not',
  async (words) => {
    const filtered = toQuery(words, { filters: { formats: ['glb'], triMax: 700 } });
    const ask = async () => [await worn.search(filtered), await worn.facets(filtered)];
    const atOnce = await ask();
    await worn.search(toQuery('mimpo'));
    await worn.search(toQuery(words));

    const afterwards = await ask();

    expect(afterwards).toEqual(atOnce);
  },
);

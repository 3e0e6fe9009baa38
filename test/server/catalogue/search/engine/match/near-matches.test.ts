import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../helpers/property-runs.ts';
import { openOnce, type Sample, toQuery } from '../catalogue-fixture.ts';

const { catalogue, engine, fill } = await openOnce();

async function open(samples: readonly Sample[]) {
  await fill(samples);
  return async (words: string) => {
    const { hits, total } = await engine.search(toQuery(words, { limit: 200 }));
    return { titles: hits.map(({ modelId }) => catalogue.titleOf(modelId)), total };
  };
}

const repeat = (count: number, title: string): Sample[] =>
  Array.from({ length: count }, (_, index) => ({ title: `${title} ${'abcdefghijklmnopqrst'[index % 20]}` }));
const lamps = [
  { title: 'Harbour lantern black' },
  { title: 'Harbour lantern' },
  ...repeat(30, 'Oak table black'),
];

test('lists models without the common word after whole matches', async () => {
  const search = await open(lamps);

  const found = await search('lantern black');

  expect(found).toEqual({ titles: ['Harbour lantern black', 'Harbour lantern'], total: 2 });
});

test('adds nothing where ten models have all words', async () => {
  const search = await open([
    ...repeat(10, 'Lantern black'),
    { title: 'Lantern' },
    ...repeat(60, 'Table black'),
  ]);

  const { total } = await search('lantern black');

  expect(total).toBe(10);
});

test('adds nothing where more than a hundred lack one', async () => {
  const search = await open([
    { title: 'Lantern black' },
    ...repeat(101, 'Lantern'),
    ...repeat(900, 'Table black'),
  ]);

  const { total } = await search('lantern black');

  expect(total).toBe(1);
});

test('adds nothing to what is quoted', async () => {
  const search = await open(lamps);

  const { titles } = await search('"lantern" black');

  expect(titles).toEqual(['Harbour lantern black']);
});

test('forgets a near match that was removed', async () => {
  await fill(lamps);
  catalogue.writer.remove('m1');
  await engine.apply();

  const { total } = await engine.search(toQuery('lantern black'));

  expect(total).toBe(1);
});

test('adds only models that lack exactly one word', async () => {
  const word = fc.constantFrom('zorb', 'quaxil', 'fjord', 'mimpo', 'volt', 'drakun');
  const words = fc.uniqueArray(word, { minLength: 2, maxLength: 4 });
  const find = async (text: string) => {
    const { hits } = await engine.search(toQuery(text, { limit: 200 }));
    return hits.map(({ modelId }) => catalogue.titleOf(modelId));
  };
  const property = fc.asyncProperty(
    fc.array(words, { minLength: 1, maxLength: 40 }),
    words,
    async (all, asked) => {
      catalogue.clear();
      catalogue.put(all.map((title) => ({ title: title.join(' ') })));
      await engine.apply();

      const [whole, found] = [
        await find(asked.map((one) => `"${one}"`).join(' ')),
        await find(asked.join(' ')),
      ];

      const lacking = (title: string) => asked.filter((one) => !title.split(' ').includes(one)).length;
      const isWhole = whole.some((title) => lacking(title) === 0);
      expect(found.filter((title) => lacking(title) === 0)).toHaveLength(isWhole ? whole.length : 0);
      if (isWhole) expect(found.filter((title) => lacking(title) > 1)).toEqual([]);
    },
  );

  await fc.assert(property, runs(15));
});

test('puts models of a category named so first', async () => {
  const search = await open([
    { title: 'Keyboard cover', category: 'Covers' },
    { title: 'Slim wireless typing device with a keyboard of many colours', category: 'Keyboards' },
    { title: 'Keyboard stand', category: 'Stands' },
  ]);

  const { titles } = await search('keyboard');

  expect(titles[0]).toBe('Slim wireless typing device with a keyboard of many colours');
});

test('knows a subcategory by its whole name', async () => {
  const search = await open([
    { title: 'Bar stool', category: 'Furniture', subcategory: 'Bar stools' },
    { title: 'Bar stool cushion', category: 'Textiles', subcategory: 'For bar stools' },
    { title: 'Tall seat, made like a bar stool of oak', category: 'Furniture', subcategory: 'Bar stools' },
  ]);

  const { titles } = await search('bar stools');

  expect(titles.slice(0, 2).sort()).toEqual(['Bar stool', 'Tall seat, made like a bar stool of oak']);
});

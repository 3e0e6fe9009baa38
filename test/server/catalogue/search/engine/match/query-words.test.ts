import { describe, expect, test } from 'vitest';
import { openOnce, type Sample, toQuery } from '../catalogue-fixture.ts';

const { catalogue, engine, fill } = await openOnce();

async function open(samples: readonly Sample[]) {
  await fill(samples);
  return async (words: string) => {
    const { hits, ...page } = await engine.search(toQuery(words));
    return { ...page, titles: hits.map(({ modelId }) => catalogue.titleOf(modelId)) };
  };
}
const titled = (...titles: readonly string[]): Sample[] => titles.map((title) => ({ title }));

describe('what a query excludes', () => {
  const chairs = titled('Office chair', 'Arm chair', 'Garden chair with arm', 'Office desk');

  test.each([
    ['chair -office', ['Arm chair', 'Garden chair with arm']],
    ['chair -OFFICES', ['Arm chair', 'Garden chair with arm']],
    ['-office chair', ['Arm chair', 'Garden chair with arm']],
    ['chair -"arm chair"', ['Office chair', 'Garden chair with arm']],
    ['chair -office -garden', ['Arm chair']],
    ['chair −office', ['Arm chair', 'Garden chair with arm']],
    ['chair -garden "arm chair"', ['Arm chair']],
    ['chair -chair', []],
  ])('%s', async (words, expected) => {
    const search = await open(chairs);

    const { titles, total } = await search(words);

    expect({ titles: titles.toSorted(), total }).toEqual({
      titles: expected.toSorted(),
      total: expected.length,
    });
  });

  test('counts in no facet', async () => {
    await fill(chairs.map((one, index) => ({ ...one, category: index === 0 ? 'Work' : 'Home' })));

    const { categories } = await engine.facets(toQuery('chair -office'));

    expect(categories.map(({ name, count }) => [name, count])).toEqual([['Home', 2]]);
  });

  test.each([
    ['t-shirt', 'T-shirt red'],
    ['10 - 12', 'Spanner 10 - 12'],
    ['-office', 'Office desk'],
  ])('is nothing in %s', async (words, expected) => {
    const search = await open(titled('T-shirt red', 'Spanner 10 - 12', 'Office desk'));

    expect((await search(words)).titles).toEqual([expected]);
  });
});

describe('slips', () => {
  test.each(['tabel', 'tabels', 'tablse', 'tabless'])('%s finds the table and says so', async (words) => {
    const search = await open(titled('Oak table', 'Garden bench'));

    expect(await search(words)).toMatchObject({
      titles: ['Oak table'],
      corrections: [{ from: words, to: ['table'] }],
    });
  });

  test('a word that models have is not corrected', async () => {
    const search = await open(titled('Oak table', 'Cable'));

    expect(await search('cable')).toMatchObject({ titles: ['Cable'], corrections: [] });
  });

  test('what is offered names models, and is no other short word', async () => {
    const search = await open([{ title: 'Sea soda can', description: 'of so many sofas one so big' }]);

    const { suggestions } = await search('zofb');

    expect(suggestions).toEqual([]);
  });
});

describe('a word that no model has', () => {
  const things = titled('Spider', 'Bed', 'Garden gate', 'Sword', 'Red kettle');

  test.each([
    ['tarantula', ['Spider']],
    ['place to sleep', ['Bed']],
    ['something to sleep on', ['Bed']],
  ])('%s finds what it means', async (words, expected) => {
    const search = await open(things);

    expect((await search(words)).titles.slice(0, expected.length)).toEqual(expected);
  });

  test('says what stands for it', async () => {
    const search = await open(things);

    expect((await search('tarantulas')).corrections).toEqual([{ from: 'tarantulas', to: ['spider'] }]);
  });

  test('is taken for a slip where it is no noun, and found itself where models have it', async () => {
    const search = await open(titled('Sword', 'Tarantula', 'Spider'));

    expect((await search('swrod')).titles).toEqual(['Sword']);
    expect(await search('tarantula')).toMatchObject({ titles: ['Tarantula'], corrections: [] });
  });
});

describe('German', () => {
  const things = titled(
    'Treasure chest',
    'Chest of drawers',
    'Red car',
    'Oak tree',
    'Kitchen chair',
    'Motor',
    'Table lamp',
    'Oak barrel',
    'Garden gate',
  );

  test.each([
    ['Wagen', ['Red car']],
    ['Bäume', ['Oak tree']],
    ['Bäumen', ['Oak tree']],
    ['Schatztruhe', ['Treasure chest', 'Chest of drawers']],
    ['Schatztruhen', ['Treasure chest', 'Chest of drawers']],
    ['Küchenstuhl', ['Kitchen chair']],
    ['Tischlampen', ['Table lamp']],
    ['Eichenbaum', ['Oak tree']],
    ['rote Autos', ['Red car']],
    ['Fässer', ['Oak barrel']],
    ['Stuhl für die Küche', ['Kitchen chair']],
    ['Auto mit Motor', ['Motor', 'Red car']],
    ['mit', []],
  ])('%s', async (words, expected) => {
    const search = await open(things);

    expect((await search(words)).titles).toEqual(expected);
  });

  test('keeps a filler that a title has', async () => {
    const search = await open(titled('Tisch mit Lampe', 'Tisch ohne Lampe'));

    expect((await search('Tisch mit Lampe')).titles[0]).toBe('Tisch mit Lampe');
    expect((await search('mit')).titles).toEqual(['Tisch mit Lampe']);
  });

  test('finds parts of a compound in a German library', async () => {
    const search = await open(titled('Haube über dem Motor', 'Haube', 'Motorrad'));

    const { titles } = await search('Motorhaube');

    expect(titles).toEqual(['Haube über dem Motor']);
  });
});

test.each([
  ['armchair', 'Arm chair'],
  ['firetruck', 'Fire truck'],
  ['bookshelf', 'Book shelf'],
  ['treehouse', 'Tree house'],
])('two words of the library that are written as one come first: %s', async (words, expected) => {
  const things = ['Garden chair', 'Dump truck', 'Wall shelf', 'Town house'];
  const search = await open(titled(...things, 'Arm chair', 'Fire truck', 'Book shelf', 'Tree house'));

  expect((await search(words)).titles[0]).toBe(expected);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from '../../../../helpers/code-point.ts';
import { createCatalogue, toQuery } from './catalogue-fixture.ts';

const catalogue = createCatalogue();
catalogue.put([
  { title: 'Oak table', tags: ['wood'] },
  { title: 'Straße café', description: 'naïve 木 стол' },
  { title: '😀 smile\u0000d', tags: ['"', '*'] },
  { title: 'Knight or sword', description: 'NEAR the OR gate' },
]);
const engine = await catalogue.openReady();

const odd = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        '*',
        'NEAR(',
        '-',
        ':',
        'title:',
        ' OR ',
        "' OR 1=1 --",
        '\u0000',
        '\u202e',
        'שלום',
        'é',
        'oak',
        '😀',
      ),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(
    'a'.repeat(10_000),
    '1 '.repeat(5000),
    '"'.repeat(10_000),
    'x'.repeat(64),
    '\ud800',
    '木'.repeat(3000),
  ),
);

test('answers any text with models of the catalogue', async () => {
  const property = fc.asyncProperty(odd, fc.nat({ max: 10 }), async (words, offset) => {
    const query = toQuery(words, { offset });
    const page = await engine.search(query);
    const { total } = await engine.facets(query);

    expect(page.total).toBe(total);
    expect(page.hits.length).toBe(Math.max(0, Math.min(24, page.total - offset)));
    for (const { modelId, score } of page.hits) {
      expect(catalogue.titleOf(modelId)).not.toBe('');
      expect(Number.isFinite(score)).toBe(true);
    }
  });

  await fc.assert(property, { numRuns: 300 });
});

test.each([
  'knight OR sword',
  '"knight" - sword',
  'title:knight sword',
  'knight* sword',
  'NEAR(knight sword)',
])('reads %s as plain words', async (words) => {
  const { hits } = await engine.search(toQuery(words));

  expect(hits.map(({ modelId }) => catalogue.titleOf(modelId))).toContain('Knight or sword');
});

test.each(['strasse', 'cafe', 'CAFÉ', 'naive', 'стол', '木'])(
  'finds %s whatever its script and accents',
  async (words) => {
    const { total } = await engine.search(toQuery(words));

    expect(total).toBe(1);
  },
);

test('finds nothing for signs without any word', async () => {
  expect(await engine.search(toQuery('!? *** 😀'))).toMatchObject({ hits: [], total: 0 });
});

test('lists everything for a blank text', async () => {
  expect((await engine.search(toQuery('  '))).total).toBe(4);
});

test.each([4, 1e12, Number.MAX_SAFE_INTEGER])('answers the offset %i with an empty page', async (offset) => {
  const sorts = ['popular', 'title', 'relevance'] as const;
  const pages = await Promise.all(
    sorts.flatMap((sort) => [null, 'chair'].map((words) => engine.search(toQuery(words, { offset, sort })))),
  );

  expect(pages.map(({ hits }) => hits)).toEqual(pages.map(() => []));
  expect(pages[0]?.total).toBe(4);
});

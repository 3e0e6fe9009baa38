import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from '../../../../helpers/code-point.ts';
import '../../../../setup/fixed-seed.ts';
import { lods, modelColours } from '../../../../../server/contract/limits.ts';
import {
  emptySelection,
  hasFilters,
  type Selection,
  toggleCategory,
} from '../../../../../src-renderer/features/browse/store/selection.ts';
import {
  fromSearchParams,
  toSearchParams,
} from '../../../../../src-renderer/features/browse/store/selection-url.ts';

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const slug = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const count = fc.integer({ min: 0, max: 999_999_999_999 });
const anySelection: fc.Arbitrary<Selection> = fc.record({
  q: fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim()),
  sort: orNull(fc.constantFrom('relevance', 'popular', 'newest', 'title', 'triangles')),
  categories: fc.array(slug, { maxLength: 4 }),
  subcategory: orNull(slug),
  formats: fc.array(word, { maxLength: 4 }),
  lods: fc.array(fc.constantFrom(...lods), { maxLength: 4 }),
  license: orNull(word),
  type: orNull(fc.integer({ min: 0, max: 4 })),
  animated: orNull(fc.boolean()),
  rigged: orNull(fc.boolean()),
  triMin: orNull(count),
  triMax: orNull(count),
  sizeMin: orNull(count),
  sizeMax: orNull(count),
  colours: fc.array(fc.constantFrom(...modelColours), { maxLength: 3 }),
  tags: fc.array(word, { maxLength: 4 }),
});

test('reads back every selection that it writes', () => {
  fc.assert(
    fc.property(anySelection, (selection) => {
      expect(fromSearchParams(toSearchParams(selection))).toEqual(selection);
    }),
  );
});

test('reads any address without a failure', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (search) => {
      const selection = fromSearchParams(search);

      expect(fromSearchParams(toSearchParams(selection))).toEqual({ ...selection, q: selection.q.trim() });
    }),
  );
});

test('writes nothing for an empty selection', () => {
  expect(toSearchParams(emptySelection)).toBe('');
});

test('treats values it cannot read as not chosen', () => {
  const selection = fromSearchParams('sort=price&type=-1&triMin=1e9&animated=maybe&unknown=1');

  expect(selection).toEqual(emptySelection);
});

test('counts words and order as no filters', () => {
  const selections = [
    { ...emptySelection, q: 'oak', sort: 'title' as const },
    { ...emptySelection, animated: false },
    { ...emptySelection, tags: ['wood'] },
  ];

  expect(selections.map(hasFilters)).toEqual([false, true, true]);
});

test('forgets the subcategory when a category changes', () => {
  const selection = { ...emptySelection, categories: ['furniture'], subcategory: 'chair' };

  expect(toggleCategory(selection, 'furniture')).toEqual(emptySelection);
});

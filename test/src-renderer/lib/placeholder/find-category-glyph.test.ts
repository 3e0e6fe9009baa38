import { expect, test } from 'vitest';
import { findCategoryGlyph } from '../../../../src-renderer/lib/placeholder/find-category-glyph.ts';

test.each([
  ['Furniture', 'chair'],
  ['Vehicles', 'car'],
  ['Pets', 'paw'],
  ['Kitchen & Food', 'cup'],
])('draws the sign of the category %s', (category, glyph) => {
  expect(findCategoryGlyph(category)).toBe(glyph);
});

test.each(['', 'Uncategorised', 'Quantum Hats', 'Scars'])(
  'draws a cube where %j says nothing',
  (category) => {
    expect(findCategoryGlyph(category)).toBe('cube');
  },
);

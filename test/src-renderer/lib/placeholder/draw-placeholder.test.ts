import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashText } from '../../../../src-renderer/lib/hash-text.ts';
import { drawPlaceholder } from '../../../../src-renderer/lib/placeholder/draw-placeholder.ts';
import { pictureHeight, pictureWidth } from '../../../../src-renderer/lib/placeholder/projection.ts';

const categories = ['Furniture', 'Characters', 'Vehicles', 'Nature', 'Weapons', 'Food', 'Quantum Hats', ''];

test('draws the same model always the same way', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...categories), (guid, category) => {
      expect(drawPlaceholder(guid, category)).toEqual(drawPlaceholder(guid, category));
    }),
  );
});

test('spreads texts that differ by one letter', () => {
  const hashes = Array.from({ length: 1600 }, (_, index) => hashText(`guid-${index}`));

  const shares = Map.groupBy(hashes, (hash) => hash % 16);

  expect(new Set(hashes).size).toBe(hashes.length);
  expect(shares.size).toBe(16);
  for (const [, share] of shares) expect(Math.abs(share.length - 100)).toBeLessThan(50);
});

test('draws every face inside the picture', () => {
  const guids = Array.from({ length: 200 }, (_, index) => `guid-${index}`);
  const faces = guids.flatMap(
    (guid, index) => drawPlaceholder(guid, categories[index % categories.length] ?? '').faces,
  );

  const ends = faces.flatMap(({ path }) => [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)]);

  expect(faces.every(({ path }) => !path.includes('NaN'))).toBe(true);
  expect(ends.length).toBeGreaterThan(1000);
  for (const [, x, y] of ends) {
    expect(Number(x)).toBeGreaterThanOrEqual(0);
    expect(Number(x)).toBeLessThanOrEqual(pictureWidth);
    expect(Number(y)).toBeGreaterThanOrEqual(0);
    expect(Number(y)).toBeLessThanOrEqual(pictureHeight);
  }
});

test('gives models of one category a common look', () => {
  const looks = ['a', 'b', 'c', 'd'].map((guid) => drawPlaceholder(guid, 'Furniture'));

  expect(new Set(looks.map(({ glyph }) => glyph))).toEqual(new Set(['chair']));
  expect(Math.max(...looks.map(({ hue }) => Math.abs(hue - 62)))).toBeLessThanOrEqual(8);
});

test('tells models apart within one category', () => {
  const pictures = Array.from({ length: 30 }, (_, index) => drawPlaceholder(`guid-${index}`, 'Furniture'));

  expect(new Set(pictures.map((picture) => JSON.stringify(picture))).size).toBeGreaterThan(25);
});

test('draws categories that nobody knows as cubes', () => {
  expect(drawPlaceholder('a', 'Quantum Hats').glyph).toBe('cube');
});

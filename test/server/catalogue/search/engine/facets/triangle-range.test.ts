import { expect, test } from 'vitest';
import { createTriangleRange } from '../../../../../../server/catalogue/search/engine/facets/triangle-range.ts';
import type { LevelNumbers } from '../../../../../../server/catalogue/search/engine/segment/measures.ts';
import { unknownNumber } from '../../../../../../server/catalogue/search/engine/segment/segment.ts';

const models = 5000;
const triangles = Uint32Array.from({ length: models }, (_, doc) =>
  doc % 7 === 0 ? unknownNumber : (doc * 7919) % 100_003,
);
const numbers: LevelNumbers = {
  triangles,
  sizes: new Uint32Array(models),
  measures: new Uint16Array(models),
};

triangles[models - 1] = 0;

/** The least and the most triangles of the models that are selected. */
function findRange(isSelected: (doc: number) => boolean) {
  const selected = Array.from({ length: models }, (_, doc) => doc).filter(isSelected);
  // The array is longer than the list, and what stands behind it means nothing.
  const docs = new Uint32Array(models).fill(models - 1);
  docs.set(selected);
  const known = selected.map((doc) => triangles[doc] ?? 0).filter((count) => count !== unknownNumber);
  const range = createTriangleRange();
  range.addAll(numbers, docs, selected.length);
  const { least, most } = range.take();
  return {
    found: { least, most },
    expected: { least: Math.min(unknownNumber, ...known), most: Math.max(-1, ...known) },
  };
}

test.each<[string, (doc: number) => boolean]>([
  ['all models', () => true],
  ['all but the lightest, which is the last', (doc) => doc < models - 1],
  ['a third of them', (doc) => doc % 3 === 0],
  ['a few', (doc) => doc % 400 === 1],
  ['none', () => false],
  ['those of unknown triangles', (doc) => doc % 7 === 0],
  ['those in the middle', (doc) => Math.abs((triangles[doc] ?? 0) - 50_000) < 20_000],
  ['those of few triangles', (doc) => (triangles[doc] ?? 0) < 30_000],
  ['those of many triangles', (doc) => (triangles[doc] ?? 0) > 60_000],
])('finds the range of %s', (_, isSelected) => {
  const { found, expected } = findRange(isSelected);

  expect(found).toEqual(expected);
});

import { expect, test } from 'vitest';
import { findInCells, listCells } from '../../../src-renderer/viewer/cells.ts';

const wide = { width: 900, height: 300 };
const high = { width: 300, height: 900 };

test('lays models beside each other in a wide view, else below each other', () => {
  expect(listCells(3, wide).map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [300, 0],
    [600, 0],
  ]);
  expect(listCells(3, high).map(({ x, y }) => [x, y])).toEqual([
    [0, 600],
    [0, 300],
    [0, 0],
  ]);
  expect(listCells(1, wide)).toEqual([{ x: 0, y: 0, ...wide }]);
});

test('finds the model and the place in it', () => {
  expect(findInCells({ x: 0, y: 0 }, listCells(1, wide))).toEqual({ index: 0, x: 0, y: 0 });
  const [middle, last] = [
    findInCells({ x: 0, y: 0.5 }, listCells(3, wide)),
    findInCells({ x: 0, y: -1 }, listCells(3, high)),
  ];
  expect([middle.index, middle.x, middle.y].map((value) => Number(value.toFixed(6)))).toEqual([1, 0, 0.5]);
  expect([last.index, last.x, last.y]).toEqual([2, 0, -1]);
});

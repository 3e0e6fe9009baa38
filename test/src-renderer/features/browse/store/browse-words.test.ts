import { expect, test } from 'vitest';
import {
  labelTriangles,
  listActiveFilters,
} from '../../../../../src-renderer/features/browse/filters/active-filters.ts';
import { listOptions, sortByList } from '../../../../../src-renderer/features/browse/filters/list-options.ts';
import { describeResult } from '../../../../../src-renderer/features/browse/result-toolbar.tsx';
import { initialBrowseState } from '../../../../../src-renderer/features/browse/store/browse-state.ts';
import { emptySelection } from '../../../../../src-renderer/features/browse/store/selection.ts';
import { moveActive } from '../../../../../src-renderer/lib/view/move-active.ts';

const shape = { total: 23, columns: 5, rowsPerPage: 3 };

test.each([
  ['ArrowRight', 4, 5],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 7, 12],
  ['ArrowDown', 19, 22],
  ['ArrowDown', 21, 21],
  ['ArrowUp', 3, 3],
  ['PageDown', 2, 17],
  ['PageDown', 12, 22],
  ['PageUp', 12, 2],
  ['Home', 12, 0],
  ['End', 12, 22],
])('moves with %s from cell %d to cell %d', (key, from, to) => {
  expect(moveActive(key, from, shape)).toBe(to);
});

test('leaves other keys and empty grids alone', () => {
  expect([moveActive('a', 3, shape), moveActive('End', 0, { ...shape, total: 0 })]).toEqual([null, null]);
});

test('offers every chosen filter for removal', () => {
  const selection = {
    ...emptySelection,
    categories: ['furniture'],
    formats: ['fbx'],
    animated: false,
    triMin: 1000,
    sizeMin: 0,
    sizeMax: 10_000_000,
    colours: ['brown', 'mauve'],
    tags: ['wood'],
  };

  const filters = listActiveFilters(selection, null);

  expect(filters.map(({ label }) => label)).toEqual([
    'furniture',
    'FBX',
    '1,000 triangles or more',
    'Up to 10 MB',
    'Brown',
    'mauve',
    'Not animated',
    '#wood',
  ]);
  expect(filters[1]?.without).toEqual({ ...selection, formats: [] });
});

test('writes triangle ranges with one or two ends', () => {
  expect([labelTriangles(null, 9999), labelTriangles(10_000, 50_000)]).toEqual([
    'Up to 9,999 triangles',
    '10k to 50k triangles',
  ]);
});

test('describes a result in one sentence', () => {
  const ready = { ...initialBrowseState, status: 'ready', total: 1 } as const;

  const sentences = [
    initialBrowseState,
    { ...ready, total: 10_000 },
    { ...ready, selection: { ...emptySelection, q: ' oak ' } },
    { ...ready, total: 0, selection: { ...emptySelection, formats: ['fbx'] } },
  ].map(describeResult);

  expect(sentences).toEqual([
    'Loading models…',
    '10,000 models',
    '1 match for “oak”',
    '0 models with these filters',
  ]);
});

test('keeps chosen options that the server left out', () => {
  const options = listOptions([{ value: '10k', count: 3 }], ['1k']);

  expect(sortByList(options, ['1k', '10k'])).toEqual([
    { value: '1k', count: 0 },
    { value: '10k', count: 3 },
  ]);
});

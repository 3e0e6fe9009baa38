import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../setup/fixed-seed.ts';
import {
  countColumns,
  findVisibleRows,
  type GridSize,
  scrollToRow,
  tallestContent,
} from '../../../../src-renderer/lib/view/visible-rows.ts';

const size: GridSize = { itemCount: 10_000, columns: 5, rowHeight: 250, viewportHeight: 800, overscan: 1 };

test('fills a width with as many columns as fit', () => {
  expect([countColumns(1000, 200, 12), countColumns(1048, 200, 12), countColumns(50, 200, 12)]).toEqual([
    4, 5, 1,
  ]);
});

test('shows the first rows at the top', () => {
  const rows = findVisibleRows(size, 0);

  expect(rows).toMatchObject({ rowCount: 2000, contentHeight: 500_000, firstRow: 0, shift: 0 });
});

test('shows the last rows at the bottom', () => {
  expect(findVisibleRows(size, 500_000 - 800).lastRow).toBe(2000);
});

test('shows nothing of an empty list', () => {
  const rows = findVisibleRows({ ...size, itemCount: 0 }, 300);

  expect(rows).toMatchObject({ rowCount: 0, contentHeight: 0, firstRow: 0, lastRow: 0, poolSize: 0 });
});

test('stays within the rows when scrolled too far', () => {
  const rows = findVisibleRows(size, 9_000_000);

  expect([rows.lastRow, findVisibleRows(size, -50).firstRow]).toEqual([2000, 0]);
});

test('scales the scroll bar of millions of models', () => {
  const huge = { ...size, itemCount: 5_000_000 };

  const bottom = findVisibleRows(huge, tallestContent - 800);

  expect(bottom).toMatchObject({ contentHeight: tallestContent, lastRow: 1_000_000 });
});

test('keeps a row in place that is visible already', () => {
  expect(scrollToRow(size, 11, 2600)).toBe(2600);
});

test('scrolls up and down just far enough', () => {
  expect([scrollToRow(size, 3, 2600), scrollToRow(size, 20, 2600)]).toEqual([750, 20 * 250 + 250 - 800]);
});

const anySize = fc.record({
  itemCount: fc.integer({ min: 1, max: 3_000_000 }),
  columns: fc.integer({ min: 1, max: 12 }),
  rowHeight: fc.integer({ min: 40, max: 500 }),
  viewportHeight: fc.integer({ min: 100, max: 2000 }),
  overscan: fc.integer({ min: 0, max: 3 }),
});

test('covers the whole viewport wherever it is', () => {
  fc.assert(
    fc.property(anySize, fc.double({ min: 0, max: 1, noNaN: true }), (anyOne, share) => {
      const range = Math.max(0, findVisibleRows(anyOne, 0).contentHeight - anyOne.viewportHeight);
      const scrollTop = Math.round(share * range);

      const { firstRow, lastRow, shift, rowCount, poolSize } = findVisibleRows(anyOne, scrollTop);

      const top = firstRow * anyOne.rowHeight + shift;
      const bottom = lastRow * anyOne.rowHeight + shift;
      expect(top).toBeLessThanOrEqual(scrollTop + 1);
      expect(lastRow === rowCount || bottom >= scrollTop + anyOne.viewportHeight - 1).toBe(true);
      expect(lastRow - firstRow).toBe(poolSize);
    }),
  );
});

test('brings any row into view by scrolling', () => {
  fc.assert(
    fc.property(anySize, fc.nat(), (anyOne, seed) => {
      const row = seed % Math.ceil(anyOne.itemCount / anyOne.columns);

      const { firstRow, lastRow } = findVisibleRows(anyOne, Math.round(scrollToRow(anyOne, row, 0)));

      expect(row >= firstRow && row < lastRow).toBe(true);
    }),
  );
});

/** Chromium lays out at most 33,554,428 px; beyond our own limit, the scroll bar is scaled. */
export const tallestContent = 16_000_000;

export type GridSize = {
  readonly itemCount: number;
  readonly columns: number;
  readonly rowHeight: number;
  readonly viewportHeight: number;
  readonly overscan: number;
};

export type VisibleRows = {
  readonly rowCount: number;
  /** Height of the scrolled content in px. */
  readonly contentHeight: number;
  readonly firstRow: number;
  /** Exclusive. */
  readonly lastRow: number;
  /** Rows of the pool: the most that this size can ever need. */
  readonly poolSize: number;
  /** Added to `row * rowHeight`, gives a row's position in the content; 0 unless the content is scaled. */
  readonly shift: number;
};

export function countColumns(width: number, leastCardWidth: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (leastCardWidth + gap)));
}

/** Returns the rows at a scroll position, with `overscan` rows on both sides. */
export function findVisibleRows(size: GridSize, scrollTop: number): VisibleRows {
  const rowCount = Math.ceil(size.itemCount / size.columns);
  const fullHeight = rowCount * size.rowHeight;
  const contentHeight = Math.min(fullHeight, tallestContent);
  const range = Math.max(0, contentHeight - size.viewportHeight);
  const place = Math.min(Math.max(0, scrollTop), range);
  const fullPlace = range === 0 ? 0 : (place / range) * Math.max(0, fullHeight - size.viewportHeight);
  const shown = Math.ceil(size.viewportHeight / size.rowHeight) + 1;
  const poolSize = Math.min(rowCount, shown + 2 * size.overscan);
  const first = Math.floor(fullPlace / size.rowHeight) - size.overscan;
  const firstRow = Math.max(0, Math.min(first, rowCount - poolSize));
  return {
    rowCount,
    contentHeight,
    firstRow,
    lastRow: firstRow + poolSize,
    poolSize,
    shift: Math.round(place - fullPlace),
  };
}

/** Returns the scroll position that brings a row fully into view, or the current one if it already is. */
export function scrollToRow(size: GridSize, row: number, scrollTop: number): number {
  const { contentHeight, rowCount } = findVisibleRows(size, scrollTop);
  const fullRange = rowCount * size.rowHeight - size.viewportHeight;
  const range = contentHeight - size.viewportHeight;
  if (fullRange <= 0 || range <= 0) return 0;
  const scale = range / fullRange;
  const top = row * size.rowHeight;
  const place = scrollTop / scale;
  if (top < place) return top * scale;
  if (top + size.rowHeight > place + size.viewportHeight)
    return (top + size.rowHeight - size.viewportHeight) * scale;
  return scrollTop;
}

/** Each slot keeps its row while that row stays in view, so that only new rows render. */
export function findSlotRow(slot: number, firstRow: number, poolSize: number): number {
  const behind = (slot - firstRow) % poolSize;
  return firstRow + (behind < 0 ? behind + poolSize : behind);
}

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { findVisibleRows, type GridSize, scrollToRow, type VisibleRows } from './visible-rows.ts';

type Options = {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Contains the rows; moved as a whole if the scroll bar is scaled. */
  readonly pool: RefObject<HTMLElement | null>;
  readonly size: GridSize;
};
type RowsInView = {
  readonly rows: VisibleRows;
  readonly scrollRowIntoView: (row: number) => void;
};

/** Space in px to leave below a row that is scrolled into view. */
const edge = 32;

/** Follows the scroll position, and re-renders only when other rows come into view. */
export function useVisibleRows({ scroller, pool, size }: Options): RowsInView {
  const [, setFirstRow] = useState(0);
  const latest = useRef(size);
  latest.current = size;

  const follow = useCallback(() => {
    const rows = findVisibleRows(latest.current, scroller.current?.scrollTop ?? 0);
    if (pool.current !== null)
      pool.current.style.transform = rows.shift === 0 ? '' : `translateY(${rows.shift}px)`;
    setFirstRow(rows.firstRow);
  }, [scroller, pool]);

  useLayoutEffect(() => {
    const watched = scroller.current;
    watched?.addEventListener('scroll', follow, { passive: true });
    return () => watched?.removeEventListener('scroll', follow);
  }, [scroller, follow]);

  const scrollRowIntoView = useCallback(
    (row: number) => {
      if (scroller.current === null) return;
      const viewportHeight = latest.current.viewportHeight - edge;
      const visible = { ...latest.current, viewportHeight };
      scroller.current.scrollTop = scrollToRow(visible, row, scroller.current.scrollTop);
      follow();
    },
    [scroller, follow],
  );
  return { rows: findVisibleRows(size, scroller.current?.scrollTop ?? 0), scrollRowIntoView };
}

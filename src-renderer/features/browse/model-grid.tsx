import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { countColumns, type GridSize } from '../../lib/visible-rows.ts';
import { t } from '../../text/text.ts';
import type { BrowseStore } from './browse-state.ts';
import { cardGap, findRowHeight } from './card-size.ts';
import { GridRow } from './grid-row.tsx';
import styles from './model-grid.module.css';
import type { ModelLink, ModelMarks } from './model-marks.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useRememberedPlace } from './use-remembered-place.ts';
import { useVisibleRows } from './use-visible-rows.ts';

export type ModelGridProps = {
  readonly store: BrowseStore;
  readonly marks: ModelMarks;
  readonly leastCardWidth: number;
  readonly hrefOf: (model: ModelLink) => string;
  readonly onOpen: (model: ModelLink) => void;
};

/** As `--space-5`. */
const padding = 16;
const overscan = 1;

/** All models as one scrolled grid, drawn with as many rows as fit in the window. */
export function ModelGrid({ store, marks, leastCardWidth, hrefOf, onOpen }: ModelGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const pool = useRef<HTMLDivElement>(null);
  const { total, pages, resultId, status } = useStore(
    store,
    useShallow(({ total, pages, resultId, status }) => ({ total, pages, resultId, status })),
  );
  const [activeIndex, setActiveIndex] = useState(() => store.getState().activeIndex);
  const size = useGridSize(useElementSize(scroller), leastCardWidth, total);
  const { rows, scrollRowIntoView } = useVisibleRows({ scroller, pool, size });
  const { columns, rowHeight } = size;
  const { firstRow, lastRow, poolSize } = rows;

  const isLaidOut = rows.rowCount > 0;
  useRememberedPlace({ store, scroller, resultId, isLaidOut, activeIndex, setActiveIndex });
  useLayoutEffect(() => {
    store.getState().showItems(firstRow * columns, Math.min(total, lastRow * columns) - 1);
  }, [store, firstRow, lastRow, columns, total]);
  const focus = useGridFocus({
    scroller,
    store,
    size,
    activeIndex,
    setActiveIndex,
    scrollRowIntoView,
    onOpen,
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot recycle its rows
    <div
      ref={scroller}
      role="grid"
      className={styles.scroller}
      aria-label={t('browse.modelsTitle')}
      aria-rowcount={rows.rowCount}
      aria-colcount={columns}
      aria-busy={status === 'refreshing'}
      tabIndex={-1}
      {...focus}
    >
      <div className={styles.content} style={{ height: rows.contentHeight + 2 * padding - cardGap }}>
        <div ref={pool} className={styles.pool}>
          {[...Array(poolSize).keys()].map((slot) => {
            const row = findSlotRow(slot, firstRow, poolSize);
            return (
              <GridRow
                key={slot}
                row={row}
                top={padding + row * rowHeight}
                height={rowHeight - cardGap}
                columns={columns}
                total={total}
                activeColumn={Math.floor(activeIndex / columns) === row ? activeIndex % columns : -1}
                pages={pages}
                marks={marks}
                hrefOf={hrefOf}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Each slot keeps its row while that row stays in view, so that only rows that come in are drawn. */
function findSlotRow(slot: number, firstRow: number, poolSize: number): number {
  const behind = (slot - firstRow) % poolSize;
  return firstRow + (behind < 0 ? behind + poolSize : behind);
}

function useGridSize(
  box: { readonly width: number; readonly height: number } | null,
  leastCardWidth: number,
  itemCount: number,
): GridSize {
  const width = (box?.width ?? 0) - 2 * padding;
  const viewportHeight = box?.height ?? 0;
  return useMemo(() => {
    const columns = countColumns(width, leastCardWidth, cardGap);
    const rowHeight = findRowHeight(width, columns);
    return { itemCount: viewportHeight === 0 ? 0 : itemCount, columns, rowHeight, viewportHeight, overscan };
  }, [width, viewportHeight, leastCardWidth, itemCount]);
}

type ElementSize = { readonly width: number; readonly height: number };

/** Inner size of an element in whole px; null before the first layout. */
function useElementSize(element: RefObject<HTMLElement | null>): ElementSize | null {
  const [size, setSize] = useState<ElementSize | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = watched;
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

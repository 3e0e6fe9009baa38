import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { countColumns, type GridSize } from '../../lib/visible-rows.ts';
import { t } from '../../text/text.ts';
import { type BrowseStore, findModel } from './browse-state.ts';
import { cardGap, findRowHeight } from './card-size.ts';
import type { FavouritesStore } from './favourites-store.ts';
import { GridRow } from './grid-row.tsx';
import { CaptionProbe } from './model-card.tsx';
import styles from './model-grid.module.css';
import type { ModelLink, ModelMarks } from './model-marks.ts';
import { moveActive } from './move-active.ts';
import { type LookParts, QuickLook } from './quick-look.tsx';
import { shapeOf, useGridFocus } from './use-grid-focus.ts';
import { useRememberedPlace } from './use-remembered-place.ts';
import { useVisibleRows } from './use-visible-rows.ts';

export type ModelGridProps = {
  readonly store: BrowseStore;
  readonly marks: ModelMarks;
  readonly favourites: FavouritesStore;
  /** Of a card, in rem. */
  readonly leastCardWidth: number;
  readonly look: LookParts;
  readonly hrefOf: (model: ModelLink) => string;
  readonly onOpen: (model: ModelLink) => void;
};

/** As `--space-5`. */
const padding = 16;
const overscan = 1;

/** All models as one scrolled grid, drawn with as many rows as fit in the window. */
export function ModelGrid(props: ModelGridProps) {
  const { store, marks, favourites, leastCardWidth, look, hrefOf, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const pool = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const marked = useStore(favourites, (state) => state.marked);
  const [isLooking, setIsLooking] = useState(false);
  const { total, pages, resultId, status } = useStore(
    store,
    // isEntering is not read here, but the focus moves with the drawing that it causes.
    useShallow(({ total, pages, resultId, status, isEntering }) => ({
      ...{ total, pages, resultId, status, isEntering },
    })),
  );
  const [activeIndex, setActiveIndex] = useState(() => store.getState().activeIndex);
  const caption = useElementSize(probe);
  const size = useGridSize({
    box: useElementSize(scroller),
    captionHeight: caption?.height ?? 0,
    leastCardWidth,
    itemCount: total,
  });
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
    onLook: () => setIsLooking(true),
    onFavourite: ({ guid }) => favourites.getState().toggle(guid),
  });
  const moveTo = (index: number | null) => {
    if (index === null) return;
    setActiveIndex(index);
    scrollRowIntoView(Math.floor(index / columns));
  };
  const mark = useCallback(({ guid }: ModelLink) => favourites.getState().toggle(guid), [favourites]);

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot recycle its rows */}
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
          <CaptionProbe probe={probe} />
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
                  favourites={marked}
                  onFavourite={mark}
                  hrefOf={hrefOf}
                />
              );
            })}
          </div>
        </div>
      </div>
      {isLooking && (
        <QuickLook
          {...look}
          model={findModel(pages, activeIndex)}
          position={{ index: activeIndex, total }}
          favourites={favourites}
          onKey={(key) => moveTo(moveActive(key, activeIndex, shapeOf(size)))}
          onOpen={onOpen}
          onClose={() => setIsLooking(false)}
        />
      )}
    </>
  );
}

/** Each slot keeps its row while that row stays in view, so that only rows that come in are drawn. */
function findSlotRow(slot: number, firstRow: number, poolSize: number): number {
  const behind = (slot - firstRow) % poolSize;
  return firstRow + (behind < 0 ? behind + poolSize : behind);
}

type SizeParts = {
  readonly box: ElementSize | null;
  readonly captionHeight: number;
  readonly leastCardWidth: number;
  readonly itemCount: number;
};

function useGridSize({ box, captionHeight, leastCardWidth, itemCount }: SizeParts): GridSize {
  const width = (box?.width ?? 0) - 2 * padding;
  const viewportHeight = box?.height ?? 0;
  return useMemo(() => {
    const columns = countColumns(width, leastCardWidth * readRem(), cardGap);
    const rowHeight = findRowHeight({ width, columns, captionHeight });
    const isMeasured = viewportHeight > 0 && captionHeight > 0;
    return { itemCount: isMeasured ? itemCount : 0, columns, rowHeight, viewportHeight, overscan };
  }, [width, viewportHeight, captionHeight, leastCardWidth, itemCount]);
}

/** In px; people set it larger. */
const readRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

type ElementSize = { readonly width: number; readonly height: number };

/** Inner size of an element in whole px; null before the first layout. */
function useElementSize(element: RefObject<HTMLElement | null>): ElementSize | null {
  const [size, setSize] = useState<ElementSize | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = watched; // with the padding, without a border or scroll bar
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

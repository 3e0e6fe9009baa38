import {
  type DragEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import gridStyles from '../../../components/lists/virtual-grid.module.css';
import { usePicked } from '../../../data/use-picked.ts';
import { moveActive } from '../../../lib/view/move-active.ts';
import { type ElementSize, useElementSize } from '../../../lib/view/use-element-size.ts';
import { useVisibleRows } from '../../../lib/view/use-visible-rows.ts';
import { countColumns, findSlotRow, type GridSize } from '../../../lib/view/visible-rows.ts';
import { t } from '../../../text/text.ts';
import { type BrowseStore, findModel } from '../store/browse-state.ts';
import type { CollectionsStore } from '../store/collections-store.ts';
import type { FavouritesStore } from '../store/favourites-store.ts';
import { CardMenu, type CardMenuPlace } from './card-menu.tsx';
import { cardGap, findRowHeight } from './card-size.ts';
import { DropTray } from './drop-tray.tsx';
import { GridRow } from './grid-row.tsx';
import { CaptionProbe } from './model-card.tsx';
import styles from './model-grid.module.css';
import type { ModelLink, ModelMarks } from './model-marks.ts';
import { PickBar } from './pick-bar.tsx';
import { usePicks } from './picks.ts';
import { type LookParts, QuickLook } from './quick-look.tsx';
import { findIndex, shapeOf, useGridFocus } from './use-grid-focus.ts';
import { useRememberedPlace } from './use-remembered-place.ts';

export type ModelGridProps = {
  readonly store: BrowseStore;
  readonly marks: ModelMarks;
  readonly favourites: FavouritesStore;
  readonly collections: CollectionsStore;
  /** Least width of a card, in rem. */
  readonly leastCardWidth: number;
  readonly look: LookParts;
  /** Actions for selected models besides adding them to lists. */
  readonly renderPickActions?: (guids: readonly string[]) => ReactNode;
  readonly hrefOf: (model: ModelLink) => string;
  readonly onOpen: (model: ModelLink) => void;
};

/** Same as `--space-5`. */
const padding = 16;
const overscan = 1;
/** Height in px from which a larger picture is loaded. */
const largePicture = 210;

/** All models as one scrolling grid, of which only the rows in view are rendered; table elements could not do that. */
export function ModelGrid(props: ModelGridProps) {
  const { store, marks, favourites, collections, leastCardWidth, look, hrefOf, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const pool = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const marked = useStore(favourites, (state) => state.marked);
  const [isLooking, setIsLooking] = useState(false);
  const [menu, setMenu] = useState<CardMenuPlace | null>(null);
  const [dragged, setDragged] = useState<readonly string[] | null>(null);
  // isEntering is not read here, but the render that it triggers moves the focus.
  const { total, pages, resultId, status } = usePicked(
    store,
    'total',
    'pages',
    'resultId',
    'status',
    'isEntering',
  );
  const [activeIndex, setActiveIndex] = useState(() => store.getState().activeIndex);
  const picks = usePicks(store, resultId);
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
  const isLarge = rowHeight - (caption?.height ?? 0) > largePicture;

  const isLaidOut = rows.rowCount > 0;
  useRememberedPlace({ store, scroller, resultId, isLaidOut, size, activeIndex, setActiveIndex });
  useLayoutEffect(() => {
    store.getState().showItems(firstRow * columns, Math.min(total, lastRow * columns) - 1);
  }, [store, firstRow, lastRow, columns, total]);
  const collect = useCallback(
    ({ guid, title }: ModelRecord) => collections.getState().choose({ title, guids: [guid] }),
    [collections],
  );
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
    onCollect: collect,
    onMenu: setMenu,
    picks,
  });
  const asked = menu === null ? undefined : findModel(pages, menu.index);
  const moveTo = (index: number | null) => {
    if (index === null) return;
    setActiveIndex(index);
    scrollRowIntoView(Math.floor(index / columns));
  };
  const mark = useCallback(({ guid }: ModelLink) => favourites.getState().toggle(guid), [favourites]);
  /** Drags all selected models if it is one of them. */
  const drag = ({ target, dataTransfer }: DragEvent) => {
    const model = findModel(pages, findIndex(target) ?? -1);
    if (model === undefined) return;
    dataTransfer.effectAllowed = 'copyLink';
    dataTransfer.setData('text/uri-list', new URL(hrefOf(model), location.href).href);
    const { picked } = picks;
    // Deferred, as Chromium cancels a drag if the page changes when it starts.
    requestAnimationFrame(() => setDragged(picked.has(model.guid) ? [...picked.keys()] : [model.guid]));
  };

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        className={styles.scroller}
        aria-label={t('browse.modelsTitle')}
        aria-rowcount={rows.rowCount}
        aria-colcount={columns}
        aria-busy={status === 'refreshing'}
        aria-multiselectable="true"
        data-picking={picks.picked.size > 0}
        tabIndex={-1}
        onDragStart={drag}
        onDragEnd={() => setDragged(null)}
        {...focus}
      >
        <div className={gridStyles.content} style={{ height: rows.contentHeight + 2 * padding - cardGap }}>
          <CaptionProbe probe={probe} />
          <div ref={pool} className={gridStyles.pool}>
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
                  picked={picks.picked}
                  onFavourite={mark}
                  onCollect={collect}
                  isLarge={isLarge}
                  hrefOf={hrefOf}
                />
              );
            })}
          </div>
        </div>
      </div>
      <DropTray
        {...{ dragged, favourites, collections }}
        isRaised={dragged === null && picks.picked.size > 0}
      />
      {dragged === null && picks.picked.size > 0 && (
        <PickBar
          models={[...picks.picked.values()]}
          favourites={favourites}
          collections={collections}
          renderActions={props.renderPickActions}
          onClear={picks.clear}
        />
      )}
      {menu !== null && asked !== undefined && (
        <CardMenu
          place={menu}
          model={asked}
          onPick={picks.toggle}
          onFavourite={mark}
          onCollect={collect}
          onClose={() => setMenu(null)}
        />
      )}
      {isLooking && (
        <QuickLook
          {...look}
          model={findModel(pages, activeIndex)}
          position={{ index: activeIndex, total }}
          favourites={favourites}
          collections={collections}
          onKey={(key) => moveTo(moveActive(key, activeIndex, shapeOf(size)))}
          onOpen={onOpen}
          onClose={() => setIsLooking(false)}
        />
      )}
    </>
  );
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

/** In px, as users can change it. */
const readRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

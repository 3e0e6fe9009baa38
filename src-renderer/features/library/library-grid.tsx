import { useMemo, useRef } from 'react';
import type { OwnNotes } from '../../../src-main/platform/ipc/contract.ts';
import gridStyles from '../../components/lists/virtual-grid.module.css';
import { useElementSize } from '../../lib/view/use-element-size.ts';
import { useVisibleRows } from '../../lib/view/use-visible-rows.ts';
import { countColumns, findSlotRow } from '../../lib/view/visible-rows.ts';
import { t } from '../../text/text.ts';
import styles from './library-grid.module.css';
import { LibraryHead } from './library-head.tsx';
import { LibraryRow } from './library-row.tsx';
import type { LibraryOrder, LibrarySort, LibraryView } from './store/library-rows.ts';
import { type GridActions, useLibraryKeys } from './use-library-keys.ts';

type LibraryGridProps = GridActions & {
  readonly view: LibraryView;
  readonly outdated: ReadonlySet<string>;
  /** By guid. */
  readonly notes: ReadonlyMap<string, OwnNotes>;
  readonly order: LibraryOrder;
  readonly hrefOf: (guid: string) => string;
  readonly onSort: (sort: LibrarySort) => void;
};

/** Sizes of a card and of a list row, in rem; pictures are as wide as their card. */
const cardWidth = 11;
const captionHeight = 3.9;
const lineHeight = 2.75;
const pictureRatio = 0.75;
/** Same as `--space-4`, in px. */
const gap = 12;
const borders = 2;
const padding = 12;

const readRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

function measure(view: LibraryView, boxWidth: number) {
  const rem = readRem();
  const width = boxWidth - 2 * padding;
  if (view === 'list') return { columns: 1, rowHeight: Math.round(lineHeight * rem), between: 0 };
  const columns = countColumns(width, cardWidth * rem, gap);
  const card = (width - gap * (columns - 1)) / columns;
  return {
    columns,
    rowHeight: Math.ceil(card * pictureRatio + captionHeight * rem) + borders + gap,
    between: gap,
  };
}

/** The models as cards or rows, of which only those in view are rendered; table elements could not do that. */
export function LibraryGrid(props: LibraryGridProps) {
  const { view, models, outdated, notes, order, choice, hrefOf, onSort } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const pool = useRef<HTMLDivElement>(null);
  const box = useElementSize(scroller);
  const size = useMemo(() => {
    const viewportHeight = box?.height ?? 0;
    const itemCount = viewportHeight > 0 ? models.length : 0;
    return { ...measure(view, box?.width ?? 0), itemCount, viewportHeight, overscan: 2 };
  }, [view, box, models.length]);
  const { rows, scrollRowIntoView } = useVisibleRows({ scroller, pool, size });
  const { columns, rowHeight, between } = size;
  const { firstRow, poolSize } = rows;
  const activeIndex = Math.max(
    0,
    models.findIndex(({ guid }) => guid === choice.active),
  );
  const keys = useLibraryKeys({ ...props, scroller, activeIndex, columns, scrollRowIntoView, size });
  return (
    <div
      role="grid"
      className={`row grow shrinkable ${styles.grid}`}
      data-view={view}
      aria-label={t('library.models')}
      aria-rowcount={rows.rowCount}
      aria-multiselectable="true"
      tabIndex={-1}
      {...keys}
    >
      {view === 'list' && <LibraryHead order={order} onSort={onSort} />}
      <div ref={scroller} role="rowgroup" className={styles.scroller} tabIndex={-1}>
        <div className={gridStyles.content} style={{ height: rows.contentHeight + 2 * padding - between }}>
          <div ref={pool} className={gridStyles.pool}>
            {[...Array(poolSize).keys()].map((slot) => {
              const row = findSlotRow(slot, firstRow, poolSize);
              return (
                <LibraryRow
                  key={slot}
                  {...{ view, row, columns, models, outdated, notes, hrefOf }}
                  chosen={choice.chosen}
                  top={padding + row * rowHeight}
                  height={rowHeight - between}
                  activeIndex={Math.floor(activeIndex / columns) === row ? activeIndex : -1}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

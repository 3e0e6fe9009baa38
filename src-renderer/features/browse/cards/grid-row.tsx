import { memo } from 'react';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { t } from '../../../text/text.ts';
import { type BrowseResult, findModel } from '../store/browse-state.ts';
import { nameCard } from './describe-card.ts';
import { ModelCard } from './model-card.tsx';
import styles from './model-grid.module.css';
import { findMark, type ModelLink, type ModelMarks } from './model-marks.ts';

type GridRowProps = {
  readonly row: number;
  readonly top: number;
  readonly height: number;
  readonly columns: number;
  readonly total: number;
  /** The column of the only cell in the tab order, or -1. */
  readonly activeColumn: number;
  readonly pages: BrowseResult['pages'];
  readonly marks: ModelMarks;
  readonly favourites: ReadonlySet<string>;
  readonly picked: ReadonlyMap<string, ModelRecord>;
  readonly onFavourite: (model: ModelRecord) => void;
  readonly onCollect: (model: ModelRecord) => void;
  readonly isLarge: boolean;
  readonly hrefOf: (model: ModelLink) => string;
};

/** One row of the pool; scrolling reuses it for another row's cards. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, columns, total } = props;
  const count = Math.max(0, Math.min(columns, total - row * columns));
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={row + 1}
      className={styles.row}
      style={{
        height: props.height,
        transform: `translateY(${props.top}px)`,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {[...Array(count).keys()].map((column) => (
        <GridCell key={column} {...props} column={column} />
      ))}
    </div>
  );
});

function GridCell({
  row,
  columns,
  column,
  activeColumn,
  pages,
  marks,
  favourites,
  picked,
  onFavourite,
  onCollect,
  isLarge,
  hrefOf,
}: GridRowProps & { readonly column: number }) {
  const index = row * columns + column;
  const model = findModel(pages, index);
  const isPicked = model !== undefined && picked.has(model.guid);
  const standing = model && {
    inLibrary: findMark(model, marks.inLibrary),
    isUnlocked: marks.unlocked.has(model.guid),
  };
  return (
    <div
      role="gridcell"
      className={styles.cell}
      data-index={index}
      aria-colindex={column + 1}
      aria-busy={model === undefined}
      aria-label={model && standing && nameCard(model, standing)}
      aria-selected={isPicked}
      tabIndex={column === activeColumn ? 0 : -1}
    >
      {model === undefined || standing === undefined ? (
        <div className={styles.skeleton}>
          <span className="visually-hidden">{t('browse.loading')}</span>
        </div>
      ) : (
        <ModelCard
          model={model}
          href={hrefOf(model)}
          {...standing}
          isFavourite={favourites.has(model.guid)}
          isPicked={isPicked}
          onFavourite={onFavourite}
          onCollect={onCollect}
          isFirst={row === 0}
          isLarge={isLarge}
        />
      )}
    </div>
  );
}

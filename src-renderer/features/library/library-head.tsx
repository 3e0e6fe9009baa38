import { Icon } from '../../components/icon.tsx';
import { t } from '../../text/text.ts';
import styles from './library-grid.module.css';
import type { LibraryOrder, LibrarySort } from './store/library-rows.ts';

/** The columns of the list, in order; null for those that cannot be sorted. */
const columns: readonly (readonly [
  name: 'title' | 'topologies' | 'formats' | 'licence' | 'version' | 'size' | 'downloaded',
  sort: LibrarySort | null,
])[] = [
  ['title', 'title'],
  ['topologies', null],
  ['formats', null],
  ['licence', 'licence'],
  ['version', 'version'],
  ['size', 'size'],
  ['downloaded', 'downloaded'],
];

type LibraryHeadProps = { readonly order: LibraryOrder; readonly onSort: (sort: LibrarySort) => void };

export function LibraryHead({ order, onSort }: LibraryHeadProps) {
  const direction = order.isDescending ? 'descending' : 'ascending';
  return (
    <div role="row" tabIndex={-1} className={styles.head}>
      {columns.map(([name, sort]) => (
        <div
          key={name}
          role="columnheader"
          tabIndex={-1}
          data-column={name}
          aria-sort={sort !== null && order.sort === sort ? direction : undefined}
        >
          {sort === null ? (
            t(`library.columns.${name}`)
          ) : (
            <button type="button" className={styles.sortButton} onClick={() => onSort(sort)}>
              {t(`library.columns.${name}`)}
              {order.sort === sort && <Icon name={order.isDescending ? 'down' : 'up'} size={12} />}
            </button>
          )}
        </div>
      ))}
      <div role="columnheader" tabIndex={-1} data-column="menu">
        <span className="visually-hidden">{t('common.actions')}</span>
      </div>
    </div>
  );
}

import { type ReactNode, useEffect, useId } from 'react';
import type { PagedRowsStore } from '../../data/paged-rows.ts';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { type Column, DataTable } from './data-table.tsx';
import styles from './paged-list.module.css';
import { Pager } from './pager.tsx';

type PagedListProps<Row> = {
  readonly store: PagedRowsStore<Row>;
  readonly title: string;
  /** Set if the page already shows the title. */
  readonly isTitleHidden?: boolean;
  readonly hint?: ReactNode;
  readonly emptyText: ReactNode;
  readonly actions?: ReactNode;
  /** Rows are rendered as a table or by `children`. */
  readonly columns?: readonly Column<Row>[];
  readonly keyOf?: (row: Row) => string;
  readonly children?: (rows: readonly Row[]) => ReactNode;
};

export function PagedList<Row>({ store, title, hint, emptyText, actions, ...more }: PagedListProps<Row>) {
  const { columns, keyOf, children, isTitleHidden = false } = more;
  const titleId = useId();
  const shown = usePicked(store, 'status', 'rows', 'error', 'offset', 'pageSize', 'total');
  const { status, rows, error, offset, pageSize, total } = shown;
  const { reload, go } = store.getState();
  useEffect(() => void reload(), [reload]);
  const isFirst = status === 'loading' && rows.length === 0;
  return (
    <section
      className="stack packed gap-3 one-column"
      aria-labelledby={titleId}
      aria-busy={status === 'loading'}
    >
      <header className={`row wrap between ${styles.header}`}>
        <div>
          <h2 id={titleId} className={isTitleHidden ? 'visually-hidden' : undefined}>
            {title}
          </h2>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions}
      </header>
      {isFirst && (
        <p className="empty-list" role="status">
          {t('common.loading')}
        </p>
      )}
      {error !== null && <ErrorNotice error={error} onRetry={reload} />}
      {status === 'ready' && rows.length === 0 && <p className="empty-list">{emptyText}</p>}
      {rows.length > 0 && columns && keyOf && <DataTable label={title} {...{ columns, rows, keyOf }} />}
      {rows.length > 0 && children?.(rows)}
      <Pager count={rows.length} {...{ title, offset, pageSize, total, go }} />
    </section>
  );
}

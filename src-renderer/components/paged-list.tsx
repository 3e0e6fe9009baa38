import { type ReactNode, useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { PagedRowsStore } from '../lib/paged-rows.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';
import styles from './paged-list.module.css';

type PagedListProps<Row> = {
  readonly store: PagedRowsStore<Row>;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly emptyText: ReactNode;
  readonly actions?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** A list with its heading, whatever state it is in, and the way through its pages. */
export function PagedList<Row>({ store, title, hint, emptyText, actions, children }: PagedListProps<Row>) {
  const titleId = useId();
  const { status, rows, error } = useStore(
    store,
    useShallow(({ status, rows, error }) => ({ status, rows, error })),
  );
  const { reload } = store.getState();
  useEffect(() => {
    void reload();
  }, [reload]);
  const isFirst = status === 'loading' && rows.length === 0;
  return (
    <section className={styles.section} aria-labelledby={titleId} aria-busy={status === 'loading'}>
      <header className={styles.header}>
        <div>
          <h2 id={titleId}>{title}</h2>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        </div>
        {actions}
      </header>
      {isFirst && (
        <p className={styles.empty} role="status">
          {t('common.loading')}
        </p>
      )}
      {error !== null && (
        <ErrorNotice error={error}>
          <Button icon="retry" onClick={reload}>
            {t('common.retry')}
          </Button>
        </ErrorNotice>
      )}
      {status === 'ready' && rows.length === 0 && <p className={styles.empty}>{emptyText}</p>}
      {rows.length > 0 && children(rows)}
      <Pager store={store} title={title} />
    </section>
  );
}

function Pager<Row>({ store, title }: { readonly store: PagedRowsStore<Row>; readonly title: string }) {
  const { offset, pageSize, total, rows } = useStore(
    store,
    useShallow(({ offset, pageSize, total, rows }) => ({ offset, pageSize, total, rows })),
  );
  const { go } = store.getState();
  if (total <= pageSize) return null;
  const last = Math.min(offset + rows.length, total);
  return (
    <nav className={styles.pager} aria-label={t('common.pages', { title })}>
      <span role="status">{t('common.rows', { first: offset + 1, last, total })}</span>
      <Button icon="back" disabled={offset === 0} onClick={() => go(Math.max(0, offset - pageSize))}>
        {t('common.previous')}
      </Button>
      <Button icon="next" disabled={last >= total} onClick={() => go(offset + pageSize)}>
        {t('common.next')}
      </Button>
    </nav>
  );
}

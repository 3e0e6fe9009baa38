import { type ReactNode, useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../lib/format-count.ts';
import type { PagedRowsStore } from '../lib/paged-rows.ts';
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
  const { status, rows, error, reload } = useStore(store);
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
          Loading…
        </p>
      )}
      {error !== null && (
        <ErrorNotice error={error}>
          <Button icon="retry" onClick={reload}>
            Retry
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
  const { offset, pageSize, total, rows, go } = useStore(store);
  if (total <= pageSize) return null;
  const last = Math.min(offset + rows.length, total);
  return (
    <nav className={styles.pager} aria-label={`Pages: ${title}`}>
      <span role="status">
        {formatCount(offset + 1)}–{formatCount(last)} of {formatCount(total)}
      </span>
      <Button icon="back" disabled={offset === 0} onClick={() => go(Math.max(0, offset - pageSize))}>
        Previous
      </Button>
      <Button icon="next" disabled={last >= total} onClick={() => go(offset + pageSize)}>
        Next
      </Button>
    </nav>
  );
}

import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { OutputOf } from '../../../server/contract/index.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { createPagedRows } from '../../lib/paged-rows.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';
import { adviseOn } from './problem-advice.ts';

type Answer = OutputOf<'adminProblems'>;
type Problem = Answer['problems'][number];
type Filter = { readonly kind: string; readonly kinds: Answer['kinds'] };

function createProblemRows(api: AdminApi) {
  const filter = createStore<Filter>()(() => ({ kind: '', kinds: [] }));
  const store = createPagedRows({
    pageSize: 50,
    load: async (page) => {
      const { kind } = filter.getState();
      const { problems, kinds, total } = await api.call('adminProblems', {
        ...page,
        ...(kind !== '' && { kind }),
      });
      filter.setState({ kinds });
      return { rows: problems, total };
    },
  });
  const choose = (kind: string) => {
    filter.setState({ kind });
    void store.getState().go(0);
  };
  return { filter, store, choose };
}

const columns: readonly Column<Problem>[] = [
  {
    label: 'Where',
    cell: ({ path, kind }) => (
      <>
        <div className={styles.mono}>{path}</div>
        <span className="tag">{kind}</span>
      </>
    ),
  },
  {
    label: 'What is wrong, and what to do',
    cell: ({ reason, kind }) => (
      <>
        {reason}
        <div className={styles.small}>{adviseOn(kind)}</div>
      </>
    ),
  },
  { label: 'Found', kind: 'short', cell: ({ foundAt }) => formatDateAndTime(foundAt) },
];

export function ProblemsSection({ api }: { readonly api: AdminApi }) {
  const [{ filter, store, choose }] = useState(() => createProblemRows(api));
  const { kind, kinds } = useStore(filter);
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Problems
      </h1>
      <PagedList
        store={store}
        title="Problems"
        hint="What the server could not publish. A problem leaves the list by itself once it is mended."
        emptyText="None. Everything that was found is published."
        actions={
          <select
            className="input"
            aria-label="Kind of problem"
            value={kind}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">All kinds</option>
            {kinds.map((one) => (
              <option key={one.kind} value={one.kind}>
                {one.kind} ({formatCount(one.count)})
              </option>
            ))}
          </select>
        }
      >
        {(rows) => (
          <DataTable
            label="Problems"
            columns={columns}
            rows={rows}
            keyOf={(row) => `${row.kind} ${row.path}`}
          />
        )}
      </PagedList>
    </>
  );
}

import { useState } from 'react';
import type { AdminAction } from '../../../server/contract/admin.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { createPagedRows } from '../../lib/paged-rows.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';

const columns: readonly Column<AdminAction>[] = [
  { label: 'When', kind: 'short', cell: ({ at }) => formatDateAndTime(at) },
  { label: 'Who', cell: ({ adminEmail }) => adminEmail ?? 'The command line' },
  { label: 'Did', cell: ({ action }) => <span className="tag">{action}</span> },
  { label: 'To', cell: ({ accountEmail }) => accountEmail },
  { label: 'Details', cell: ({ details }) => <span className={styles.small}>{describe(details)}</span> },
];

/** What admins did, newest first. */
export function RecordSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() =>
    createPagedRows({
      pageSize: 50,
      load: async (page) => {
        const { actions, total } = await api.call('adminActions', page);
        return { rows: actions, total };
      },
    }),
  );
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Record
      </h1>
      <PagedList
        store={store}
        title="Record"
        hint="Every change that an admin made, here or on the command line."
        emptyText="No admin has changed anything yet."
      >
        {(rows) => <DataTable label="Record" columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </PagedList>
    </>
  );
}

function describe(details: AdminAction['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
}

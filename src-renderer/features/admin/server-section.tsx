import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { createPagedRows } from '../../lib/paged-rows.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';
import { PostersSection } from './posters-section.tsx';

type Status = OutputOf<'adminStatus'>;
type Host = Status['hosts'][number];

/** How the server is; the one row of this list is its status. */
export function ServerSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() =>
    createPagedRows({
      pageSize: 1,
      load: async () => ({ rows: [await api.call('adminStatus')], total: 1 }),
    }),
  );
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Server
      </h1>
      <PagedList store={store} title="How the server is" emptyText="">
        {(rows) => rows.map((status) => <Facts key={status.startedAt} status={status} />)}
      </PagedList>
      <PostersSection api={api} />
    </>
  );
}

const roles: Readonly<Record<Status['role'], string>> = {
  all: 'Site and file host',
  site: 'Site',
  host: 'File host',
};
const registrations: Readonly<Record<Status['registration'], string>> = {
  open: 'Open to all',
  invite: 'By invitation',
  closed: 'Closed',
};

const describeAccounts = ({ accounts, disabledAccounts }: Status) =>
  formatCount(accounts) + (disabledAccounts === 0 ? '' : ` (${formatCount(disabledAccounts)} disabled)`);

function Facts({ status }: { readonly status: Status }) {
  const { library, hosts } = status;
  const facts = [
    ['Running since', formatDateAndTime(status.startedAt)],
    ['Role', roles[status.role]],
    ['New accounts', registrations[status.registration]],
    [
      'Library',
      library.isReady
        ? 'Up to date'
        : `Reading ${formatCount(library.done)} of ${formatCount(library.total)}`,
    ],
    ['Models', formatCount(status.models)],
    ['Files', `${formatCount(status.files)} · ${formatBytes(status.filesBytes)}`],
    ['Problems', formatCount(status.problems)],
    ['Accounts', describeAccounts(status)],
    ['Unlocks', formatCount(status.unlocks)],
    ['All balances', formatUsd(status.balancesUsd)],
    ['Database', formatBytes(status.databaseBytes)],
  ] as const;
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {hosts.length > 0 && (
        <>
          <h3>File hosts</h3>
          <DataTable label="File hosts" columns={hostColumns} rows={hosts} keyOf={({ url }) => url} />
        </>
      )}
    </>
  );
}

const hostColumns: readonly Column<Host>[] = [
  { label: 'Address', cell: ({ url }) => <span className={styles.mono}>{url}</span> },
  { label: 'State', cell: describeHost },
  { label: 'Models', kind: 'number', cell: ({ models }) => formatCount(models) },
  { label: 'Changes read', kind: 'number', cell: ({ cursor }) => formatCount(cursor) },
  { label: 'Problems', kind: 'number', cell: ({ problems }) => formatCount(problems) },
];

function describeHost({ trouble, isKnown }: Host): string {
  if (trouble !== null) return trouble;
  return isKnown ? 'Followed' : 'Has not answered yet';
}

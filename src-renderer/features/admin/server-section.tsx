import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { createPagedRows } from '../../lib/paged-rows.ts';
import { english } from '../../text/en/english.ts';
import { t } from '../../text/text.ts';
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
        {t('admin.sections.server')}
      </h1>
      <PagedList store={store} title={t('admin.server.title')} emptyText="">
        {(rows) => rows.map((status) => <Facts key={status.startedAt} status={status} />)}
      </PagedList>
      <PostersSection api={api} />
    </>
  );
}

const { roles } = english.admin.server;
const isRole = (role: string): role is keyof typeof roles => Object.hasOwn(roles, role);
const describeRole = (role: string) => (isRole(role) ? t(`admin.server.roles.${role}`) : role);

const describeAccounts = ({ accounts, disabledAccounts }: Status) =>
  disabledAccounts === 0
    ? formatCount(accounts)
    : t('admin.server.accountsWithDisabled', { count: accounts, disabled: disabledAccounts });

const describeLibrary = ({ isReady, done, total }: Status['library']) =>
  isReady ? t('admin.server.libraryReady') : t('admin.server.libraryReading', { done, total });

function Facts({ status }: { readonly status: Status }) {
  const { library, hosts } = status;
  const facts = [
    [t('admin.server.startedAt'), formatDateAndTime(status.startedAt)],
    [t('admin.server.role'), describeRole(status.role)],
    [t('admin.server.registration'), t(`admin.server.registrations.${status.registration}`)],
    [t('admin.server.library'), describeLibrary(library)],
    [t('admin.server.models'), formatCount(status.models)],
    [
      t('admin.server.files'),
      t('admin.server.filesAndSize', { count: status.files, size: formatBytes(status.filesBytes) }),
    ],
    [t('admin.server.problems'), formatCount(status.problems)],
    [t('admin.server.accounts'), describeAccounts(status)],
    [t('admin.server.unlocks'), formatCount(status.unlocks)],
    [t('admin.server.balances'), formatUsd(status.balancesUsd)],
    [t('admin.server.database'), formatBytes(status.databaseBytes)],
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
          <h3>{t('admin.server.hosts.title')}</h3>
          <DataTable
            label={t('admin.server.hosts.title')}
            columns={listHostColumns()}
            rows={hosts}
            keyOf={({ url }) => url}
          />
        </>
      )}
    </>
  );
}

const listHostColumns = (): readonly Column<Host>[] => [
  { label: t('admin.server.hosts.address'), cell: ({ url }) => <span className={styles.mono}>{url}</span> },
  { label: t('admin.server.hosts.state'), cell: describeHost },
  { label: t('admin.server.hosts.models'), kind: 'number', cell: ({ models }) => formatCount(models) },
  { label: t('admin.server.hosts.cursor'), kind: 'number', cell: ({ cursor }) => formatCount(cursor) },
  { label: t('admin.server.hosts.problems'), kind: 'number', cell: ({ problems }) => formatCount(problems) },
];

function describeHost({ trouble, isKnown }: Host): string {
  if (trouble !== null) return trouble;
  return isKnown ? t('admin.server.hosts.followed') : t('admin.server.hosts.silent');
}

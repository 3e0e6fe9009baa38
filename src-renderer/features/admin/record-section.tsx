import { useState } from 'react';
import type { AdminAction } from '../../../server/contract/admin/admin.ts';
import type { Column } from '../../components/lists/data-table.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { createPagedRows } from '../../data/paged-rows.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';
import { nameAction } from './name-kinds.ts';

const listColumns = (): readonly Column<AdminAction>[] => [
  { label: t('admin.audit.when'), kind: 'short', cell: ({ at }) => formatDateAndTime(at) },
  { label: t('admin.audit.admin'), cell: ({ adminEmail }) => adminEmail ?? t('admin.audit.commandLine') },
  { label: t('admin.audit.action'), cell: ({ action }) => <span className="tag">{nameAction(action)}</span> },
  { label: t('admin.audit.target'), cell: ({ accountEmail }) => accountEmail },
  {
    label: t('admin.audit.details'),
    cell: ({ details }) => <span className="faint small">{describe(details)}</span>,
  },
];

/** Admins' actions, newest first. */
export function RecordSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() =>
    createPagedRows(50, async (page) => {
      const { actions: rows, total } = await api.call('adminActions', page);
      return { rows, total };
    }),
  );
  return (
    <PagedList
      store={store}
      title={t('admin.sections.log')}
      emptyText={t('admin.audit.empty')}
      columns={listColumns()}
      keyOf={({ id }) => id}
    />
  );
}

function describe(details: AdminAction['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');
}

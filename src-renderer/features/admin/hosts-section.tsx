import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import type { Words } from '../../../server/contract/sentence.ts';
import type { Column } from '../../components/lists/data-table.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { Said } from '../../components/said.tsx';
import { createWholeRows } from '../../data/paged-rows.ts';
import { formatCount } from '../../lib/format-count.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

type Host = OutputOf<'adminStatus'>['hosts'][number];

const listColumns = (): readonly Column<Host>[] => [
  { label: t('admin.server.hosts.address'), cell: ({ url }) => <span className="small mono">{url}</span> },
  { label: t('admin.server.hosts.state'), cell: (host) => <Said>{describeHost(host)}</Said> },
  { label: t('admin.server.hosts.models'), kind: 'number', cell: ({ models }) => formatCount(models) },
  { label: t('admin.server.hosts.mirrors'), kind: 'number', cell: ({ mirrors }) => formatCount(mirrors) },
  { label: t('admin.server.hosts.cursor'), kind: 'number', cell: ({ cursor }) => formatCount(cursor) },
  { label: t('admin.server.hosts.problems'), kind: 'number', cell: ({ problems }) => formatCount(problems) },
];

function describeHost({ trouble, sentence, isKnown }: Host): Words {
  if (trouble !== null) return sentence ?? trouble;
  return isKnown ? t('admin.server.hosts.followed') : t('admin.server.hosts.silent');
}

export function HostsSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() => createWholeRows(async () => (await api.call('adminStatus')).hosts));
  return (
    <PagedList
      store={store}
      title={t('admin.server.hosts.title')}
      hint={t('admin.server.hosts.hint')}
      emptyText={t('admin.server.hosts.empty')}
      columns={listColumns()}
      keyOf={({ url }) => url}
    />
  );
}

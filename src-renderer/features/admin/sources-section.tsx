import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { Tick } from '../../components/forms/tick.tsx';
import type { Column } from '../../components/lists/data-table.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { Said } from '../../components/said.tsx';
import { createWholeRows } from '../../data/paged-rows.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

type Source = OutputOf<'sources'>['sources'][number];

const listColumns = (onSwitch: (source: Source) => void): readonly Column<Source>[] => [
  {
    label: t('admin.sections.sources'),
    cell: (source) => (
      <Tick isOn={source.isOn} onTurn={() => onSwitch(source)}>
        {source.name}
      </Tick>
    ),
  },
  {
    label: t('admin.server.hosts.address'),
    cell: ({ address }) => <span className="small mono breakable">{address}</span>,
  },
  {
    label: t('admin.sources.left'),
    kind: 'number',
    cell: ({ requestsLeft, perMinute }) =>
      t('admin.sources.leftOf', { left: requestsLeft, count: perMinute }),
  },
  {
    label: t('admin.sources.lastError'),
    cell: ({ trouble, sentence }) =>
      trouble === null ? t('admin.sources.none') : <Said>{sentence ?? trouble}</Said>,
  },
];

export function SourcesSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() => createWholeRows(async () => (await api.call('sources')).sources));
  const { change } = store.getState();
  const onSwitch = ({ id, isOn }: Source) =>
    void change(() => api.call('switchSource', { sourceId: id, on: !isOn }));
  return (
    <PagedList
      store={store}
      title={t('admin.sections.sources')}
      hint={t('admin.sources.hint')}
      emptyText={t('admin.sources.empty')}
      columns={listColumns(onSwitch)}
      keyOf={({ id }) => id}
    />
  );
}

import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { Button } from '../../components/button.tsx';
import { AskButton } from '../../components/forms/ask-button.tsx';
import type { Column } from '../../components/lists/data-table.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { createWholeRows } from '../../data/paged-rows.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDate } from '../../lib/format-date.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

type Waiting = OutputOf<'adminPublishing'>['waiting'][number];
type Upload = OutputOf<'adminPublishing'>['uploads'][number];

const waitingFacts = (): readonly Column<Waiting>[] => [
  {
    label: t('admin.publishing.model'),
    cell: ({ title, isVersion }) => (
      <>
        {title} <span className="small">{isVersion && t('admin.publishing.version')}</span>
      </>
    ),
  },
  { label: t('admin.publishing.by'), cell: ({ email }) => email },
  { label: t('admin.publishing.license'), cell: ({ license }) => license },
  {
    label: t('admin.publishing.files'),
    cell: ({ files }) => files.map(({ relativePath }) => relativePath).join(', '),
  },
  { label: t('admin.publishing.at'), kind: 'short', cell: ({ at }) => formatDate(at) },
];
const uploadFacts = (): readonly Column<Upload>[] => [
  { label: t('admin.publishing.file'), cell: ({ relativePath }) => relativePath },
  { label: t('admin.publishing.by'), cell: ({ email }) => email },
  {
    label: t('admin.publishing.arrived'),
    kind: 'short',
    cell: ({ offset, sizeBytes }) => `${formatBytes(offset)} / ${formatBytes(sizeBytes)}`,
  },
];

export function PublishingSection({ api }: { readonly api: AdminApi }) {
  const [waiting] = useState(() => createWholeRows(async () => (await api.call('adminPublishing')).waiting));
  const [uploads] = useState(() => createWholeRows(async () => (await api.call('adminPublishing')).uploads));
  const decide = (publishId: string, isApproved: boolean) =>
    waiting.getState().change(() => api.call('adminDecidePublish', { publishId, isApproved }));
  const decisions: Column<Waiting> = {
    label: t('common.actions'),
    kind: 'actions',
    cell: ({ publishId, title }) => (
      <>
        <Button onClick={() => void decide(publishId, true)}>{t('admin.publishing.approve')}</Button>
        <AskButton
          button={{ variant: 'danger', children: t('admin.publishing.refuse') }}
          title={t('admin.publishing.refuseTitle', { title })}
          action={t('admin.publishing.refuse')}
          onConfirm={() => decide(publishId, false)}
        >
          <p>{t('admin.publishing.refuseHint')}</p>
        </AskButton>
      </>
    ),
  };
  const ends: Column<Upload> = {
    label: t('common.actions'),
    kind: 'actions',
    cell: ({ uploadId, relativePath }) => (
      <AskButton
        button={{ variant: 'danger', children: t('admin.publishing.end') }}
        title={t('admin.publishing.endTitle', { path: relativePath })}
        action={t('admin.publishing.end')}
        onConfirm={() => uploads.getState().change(() => api.call('adminEndUpload', { uploadId }))}
      >
        <p>{t('admin.publishing.endHint')}</p>
      </AskButton>
    ),
  };
  return (
    <>
      <PagedList
        store={waiting}
        title={t('admin.publishing.waiting')}
        emptyText={t('admin.publishing.noneWaits')}
        columns={[...waitingFacts(), decisions]}
        keyOf={({ publishId }) => publishId}
      />
      <PagedList
        store={uploads}
        title={t('admin.publishing.uploads')}
        hint={t('admin.publishing.uploadsHint')}
        emptyText={t('admin.publishing.noUploads')}
        columns={[...uploadFacts(), ends]}
        keyOf={({ uploadId }) => uploadId}
      />
    </>
  );
}

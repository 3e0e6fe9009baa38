import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { nameProgram } from '../../../server/contract/program-names.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Select } from '../../components/forms/select-field.tsx';
import { useAttempt } from '../../components/forms/use-attempt.ts';
import type { Column } from '../../components/lists/data-table.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { createWholeRows } from '../../data/paged-rows.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

type Starter = OutputOf<'starters'>['starters'][number];

/** The version of each plugin that is offered to everyone. */
export function StartersSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() => createWholeRows(async () => (await api.call('starters')).starters));
  const { isBusy, error, attempt } = useAttempt();
  const pin = (family: Starter['family'], version: string) =>
    attempt(async () => {
      await (version === ''
        ? api.call('unpinStarter', { family })
        : api.call('pinStarter', { family, version }));
      await store.getState().reload();
    });
  const columns: readonly Column<Starter>[] = [
    { label: t('admin.plugins.plugin'), cell: ({ family }) => nameProgram(family) },
    { label: t('admin.plugins.stable'), cell: ({ stable }) => stable ?? t('admin.plugins.none') },
    { label: t('admin.plugins.beta'), cell: ({ beta }) => beta ?? t('admin.plugins.none') },
    {
      label: t('admin.plugins.offered'),
      cell: ({ family, versions, pinned }) => (
        <Select
          aria-label={t('admin.plugins.versionOf', { name: nameProgram(family) })}
          disabled={isBusy || versions.length === 0}
          value={pinned ?? ''}
          options={[
            ['', t('admin.plugins.newest')],
            ...versions.map((version) => [version, t('admin.plugins.only', { version })] as const),
          ]}
          onChoose={(version) => void pin(family, version)}
        />
      ),
    },
  ];
  return (
    <>
      <PagedList
        store={store}
        title={t('admin.sections.plugins')}
        hint={t('admin.plugins.hint')}
        emptyText={t('admin.plugins.empty')}
        columns={columns}
        keyOf={({ family }) => family}
      />
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

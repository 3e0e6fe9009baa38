import { useState } from 'react';
import type { OutputOf } from '../../../server/contract/index.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { createPagedRows } from '../../lib/paged-rows.ts';
import { programNames } from '../../lib/program-names.ts';
import type { AdminApi } from './admin-api.ts';

type Starter = OutputOf<'starters'>['starters'][number];

/** Which version of each plugin starter everybody is offered. */
export function StartersSection({ api }: { readonly api: AdminApi }) {
  const [store] = useState(() =>
    createPagedRows({
      pageSize: 10,
      load: async () => {
        const { starters } = await api.call('starters');
        return { rows: starters, total: starters.length };
      },
    }),
  );
  const { isBusy, error, attempt } = useAttempt();
  const pin = (family: Starter['family'], version: string) =>
    attempt(async () => {
      await (version === ''
        ? api.call('unpinStarter', { family })
        : api.call('pinStarter', { family, version }));
      await store.getState().reload();
    });
  const columns: readonly Column<Starter>[] = [
    { label: 'Starter', cell: ({ family }) => programNames[family] },
    { label: 'Stable', cell: ({ stable }) => stable ?? 'None' },
    { label: 'Beta', cell: ({ beta }) => beta ?? 'None' },
    {
      label: 'Offered',
      cell: ({ family, versions, pinned }) => (
        <select
          className="input"
          aria-label={`Version of the ${programNames[family]} starter`}
          disabled={isBusy || versions.length === 0}
          value={pinned ?? ''}
          onChange={(event) => void pin(family, event.target.value)}
        >
          <option value="">The newest of each channel</option>
          {versions.map((version) => (
            <option key={version} value={version}>
              Only {version}
            </option>
          ))}
        </select>
      ),
    },
  ];
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Starters
      </h1>
      <PagedList
        store={store}
        title="Plugin starters"
        hint="Keep a studio on one version, whatever is newer."
        emptyText="This server keeps no plugin starters."
      >
        {(rows) => (
          <DataTable label="Plugin starters" columns={columns} rows={rows} keyOf={({ family }) => family} />
        )}
      </PagedList>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

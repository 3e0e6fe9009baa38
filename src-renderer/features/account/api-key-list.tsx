import { useState } from 'react';
import type { ApiKey } from '../../../server/contract/account-access.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import styles from './account.module.css';
import type { AccountApi, AccountLists } from './account-lists.ts';
import { ApiKeyDialog } from './api-key-dialog.tsx';

type ApiKeyListProps = { readonly api: AccountApi; readonly lists: AccountLists };

const facts: readonly Column<ApiKey>[] = [
  {
    label: 'Key',
    cell: ({ name, prefix, asksFirst }) => (
      <>
        <strong>{name}</strong> {asksFirst && <span className="tag">asks first</span>}
        <div className={styles.mono}>{prefix}…</div>
      </>
    ),
  },
  { label: 'Made', kind: 'short', cell: ({ createdAt }) => formatDate(createdAt) },
  {
    label: 'Until',
    kind: 'short',
    cell: ({ expiresAt }) => (expiresAt === null ? 'No end' : formatDate(expiresAt)),
  },
  { label: 'Spent', kind: 'number', cell: ({ spentUsd }) => formatUsd(spentUsd) },
  {
    label: 'Cap',
    kind: 'number',
    cell: ({ spendingCapUsd }) => (spendingCapUsd === null ? 'No cap' : formatUsd(spendingCapUsd)),
  },
];

export function ApiKeyList({ api, lists }: ApiKeyListProps) {
  const [chosen, setChosen] = useState<ApiKey | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const reload = () => void lists.apiKeys.getState().reload();
  const actions: Column<ApiKey> = {
    label: 'Actions',
    kind: 'actions',
    cell: (key) => (
      <Button variant="danger" aria-label={`Revoke ${key.name}`} onClick={() => setChosen(key)}>
        Revoke
      </Button>
    ),
  };
  return (
    <>
      <PagedList
        store={lists.apiKeys}
        title="API keys"
        hint="For agents and scripts that download in your name, with your balance."
        emptyText="None yet. Make one for an agent or a script of yours."
        actions={<Button onClick={() => setIsMaking(true)}>New API key</Button>}
      >
        {(rows) => (
          <DataTable label="API keys" columns={[...facts, actions]} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedList>
      {isMaking && <ApiKeyDialog api={api} onMade={reload} onClose={() => setIsMaking(false)} />}
      {chosen !== null && (
        <ConfirmDialog
          title={`Revoke “${chosen.name}”?`}
          action="Revoke"
          onClose={() => setChosen(null)}
          onConfirm={async () => {
            await api.call('revokeApiKey', { keyId: chosen.id });
            reload();
          }}
        >
          <p>Whatever uses this key is refused from its next request on.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

import { useState } from 'react';
import type { ApiKey } from '../../../server/contract/account-access.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountApi, AccountLists } from './account-lists.ts';
import { ApiKeyDialog } from './api-key-dialog.tsx';

type ApiKeyListProps = { readonly api: AccountApi; readonly lists: AccountLists };

const listFacts = (): readonly Column<ApiKey>[] => [
  {
    label: t('access.keys.key'),
    cell: ({ name, prefix, asksFirst }) => (
      <>
        <strong>{name}</strong> {asksFirst && <span className="tag">{t('access.keys.asksFirst')}</span>}
        <div className={styles.mono}>{prefix}…</div>
      </>
    ),
  },
  { label: t('access.keys.created'), kind: 'short', cell: ({ createdAt }) => formatDate(createdAt) },
  {
    label: t('access.keys.expires'),
    kind: 'short',
    cell: ({ expiresAt }) => (expiresAt === null ? t('access.keys.noEnd') : formatDate(expiresAt)),
  },
  { label: t('access.keys.spent'), kind: 'number', cell: ({ spentUsd }) => formatUsd(spentUsd) },
  {
    label: t('access.keys.cap'),
    kind: 'number',
    cell: ({ spendingCapUsd }) =>
      spendingCapUsd === null ? t('access.keys.noCap') : formatUsd(spendingCapUsd),
  },
];

export function ApiKeyList({ api, lists }: ApiKeyListProps) {
  const [chosen, setChosen] = useState<ApiKey | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const reload = () => void lists.apiKeys.getState().reload();
  const actions: Column<ApiKey> = {
    label: t('common.actions'),
    kind: 'actions',
    cell: (key) => (
      <Button
        variant="danger"
        aria-label={t('access.revokeOf', { name: key.name })}
        onClick={() => setChosen(key)}
      >
        {t('common.revoke')}
      </Button>
    ),
  };
  return (
    <>
      <PagedList
        store={lists.apiKeys}
        title={t('access.keys.title')}
        hint={t('access.keys.hint')}
        emptyText={t('access.keys.empty')}
        actions={<Button onClick={() => setIsMaking(true)}>{t('access.keys.new')}</Button>}
      >
        {(rows) => (
          <DataTable
            label={t('access.keys.title')}
            columns={[...listFacts(), actions]}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </PagedList>
      {isMaking && <ApiKeyDialog api={api} onMade={reload} onClose={() => setIsMaking(false)} />}
      {chosen !== null && (
        <ConfirmDialog
          title={t('access.keys.revokeTitle', { name: chosen.name })}
          action={t('common.revoke')}
          onClose={() => setChosen(null)}
          onConfirm={async () => {
            await api.call('revokeApiKey', { keyId: chosen.id });
            reload();
          }}
        >
          <p>{t('access.keys.revokeHint')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

import { useState } from 'react';
import type { ApiKey } from '../../../server/contract/accounts/account-access.ts';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/lists/data-table.tsx';
import { endColumn } from '../../components/lists/end-column.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import type { AccountApi, AccountLists } from './account-lists.ts';
import { ApiKeyDialog } from './api-key-dialog.tsx';

type ApiKeyListProps = { readonly api: AccountApi; readonly lists: AccountLists };

const listFacts = (): readonly Column<ApiKey>[] => [
  {
    label: t('access.keys.key'),
    cell: ({ name, prefix, asksFirst }) => (
      <>
        <strong>{name}</strong> {asksFirst && <span className="tag">{t('access.keys.asksFirst')}</span>}
        <div className="faint small mono breakable">{prefix}…</div>
      </>
    ),
  },
  { label: t('access.keys.created'), kind: 'short', cell: ({ createdAt }) => formatDate(createdAt) },
  {
    label: t('access.keys.expires'),
    kind: 'short',
    cell: ({ expiresAt }) => (expiresAt === null ? t('access.keys.noEnd') : formatDate(expiresAt)),
  },
];

const listSpending = (): readonly Column<ApiKey>[] => [
  { label: t('access.keys.spent'), kind: 'number', cell: ({ spentUsd }) => formatUsd(spentUsd) },
  {
    label: t('access.keys.cap'),
    kind: 'number',
    cell: ({ spendingCapUsd }) =>
      spendingCapUsd === null ? t('access.keys.noCap') : formatUsd(spendingCapUsd),
  },
];

export function ApiKeyList({ api, lists }: ApiKeyListProps) {
  const [isMaking, setIsMaking] = useState(false);
  const reload = () => void lists.apiKeys.getState().reload();
  const actions = endColumn(lists.apiKeys, ({ id: keyId, name }) => ({
    action: t('common.revoke'),
    label: t('access.revokeOf', { name }),
    title: t('access.keys.revokeTitle', { name }),
    hint: t('access.keys.revokeHint'),
    run: () => api.call('revokeApiKey', { keyId }),
  }));
  return (
    <>
      <PagedList
        store={lists.apiKeys}
        title={t('access.keys.title')}
        hint={t('access.keys.hint')}
        emptyText={t('access.keys.empty')}
        actions={<Button onClick={() => setIsMaking(true)}>{t('access.keys.new')}</Button>}
        columns={[...listFacts(), ...(hasPrices() ? listSpending() : []), actions]}
        keyOf={({ id }) => id}
      />
      {isMaking && <ApiKeyDialog api={api} onMade={reload} onClose={() => setIsMaking(false)} />}
    </>
  );
}

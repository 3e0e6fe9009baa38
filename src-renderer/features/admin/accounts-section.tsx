import { useState } from 'react';
import type { AdminAccount } from '../../../server/contract/admin/admin-accounts.ts';
import type { Column } from '../../components/lists/data-table.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { createPagedRows } from '../../data/paged-rows.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';

type AccountsSectionProps = {
  readonly api: AdminApi;
  readonly hrefOf: (accountId: string) => string;
};

function createAccountRows(api: AdminApi) {
  let search = '';
  const store = createPagedRows(50, async (page) => {
    const { accounts: rows, total } = await api.call('adminAccounts', { ...page, search });
    return { rows, total };
  });
  return {
    store,
    search: (text: string) => {
      search = text;
      void store.getState().go(0);
    },
  };
}

export function AccountsSection({ api, hrefOf }: AccountsSectionProps) {
  const [{ store, search }] = useState(() => createAccountRows(api));
  const columns: readonly Column<AdminAccount>[] = [
    { label: t('admin.accounts.name'), cell: ({ id, name }) => <a href={hrefOf(id)}>{name}</a> },
    { label: t('admin.accounts.email'), cell: ({ email }) => email },
    { label: t('admin.accounts.state'), cell: (account) => <AccountTags account={account} /> },
    { label: t('admin.accounts.since'), kind: 'short', cell: ({ createdAt }) => formatDate(createdAt) },
  ];
  const balance: Column<AdminAccount> = {
    label: t('admin.accounts.balance'),
    kind: 'number',
    cell: ({ balanceUsd }) => formatUsd(balanceUsd),
  };
  return (
    <PagedList
      store={store}
      title={t('admin.sections.people')}
      emptyText={t('admin.accounts.empty')}
      actions={
        <input
          type="search"
          className={`input ${styles.search}`}
          aria-label={t('admin.accounts.search')}
          placeholder={t('admin.accounts.searchHint')}
          maxLength={200}
          onChange={(event) => search(event.target.value)}
        />
      }
      columns={hasPrices() ? [...columns, balance] : columns}
      keyOf={({ id }) => id}
    />
  );
}

export function AccountTags({ account }: { readonly account: AdminAccount }) {
  return (
    <span className="row wrap middle gap-3">
      {account.role === 'admin' && <span className="tag">{t('account.adminTag')}</span>}
      {account.role === 'publisher' && <span className="tag">{t('account.publisherTag')}</span>}
      {account.isDisabled && <span className="tag">{t('admin.accounts.disabled')}</span>}
    </span>
  );
}

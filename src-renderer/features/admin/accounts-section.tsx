import { useState } from 'react';
import type { AdminAccount } from '../../../server/contract/admin-accounts.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { createPagedRows } from '../../lib/paged-rows.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';

type AccountsSectionProps = {
  readonly api: AdminApi;
  readonly hrefOf: (accountId: string) => string;
};

function createAccountRows(api: AdminApi) {
  let search = '';
  const store = createPagedRows({
    pageSize: 50,
    load: async (page) => {
      const { accounts, total } = await api.call('adminAccounts', { ...page, search });
      return { rows: accounts, total };
    },
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
    { label: 'Name', cell: ({ id, name }) => <a href={hrefOf(id)}>{name}</a> },
    { label: 'E-mail', cell: ({ email }) => email },
    { label: 'State', cell: (account) => <AccountTags account={account} /> },
    { label: 'Since', kind: 'short', cell: ({ createdAt }) => formatDate(createdAt) },
    { label: 'Balance', kind: 'number', cell: ({ balanceUsd }) => formatUsd(balanceUsd) },
  ];
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Accounts
      </h1>
      <PagedList
        store={store}
        title="Accounts"
        emptyText="No account fits these words."
        actions={
          <input
            type="search"
            className={`input ${styles.search}`}
            aria-label="Search accounts"
            placeholder="E-mail or name"
            maxLength={200}
            onChange={(event) => search(event.target.value)}
          />
        }
      >
        {(rows) => <DataTable label="Accounts" columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </PagedList>
    </>
  );
}

export function AccountTags({ account }: { readonly account: AdminAccount }) {
  return (
    <span className={styles.tools}>
      {account.role === 'admin' && <span className="tag">admin</span>}
      {account.isDisabled && <span className="tag">disabled</span>}
    </span>
  );
}

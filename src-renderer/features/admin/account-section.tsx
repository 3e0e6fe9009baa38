import { useState } from 'react';
import { useStore } from 'zustand';
import type { AdminAccount } from '../../../server/contract/admin-accounts.ts';
import { Button } from '../../components/button.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { TransactionTable } from '../../components/transaction-table.tsx';
import { formatUsd } from '../../lib/format-price.ts';
import { createPagedRows } from '../../lib/paged-rows.ts';
import { AccountDialog, type AccountTask } from './account-dialog.tsx';
import { AccountTags } from './accounts-section.tsx';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';

type AccountSectionProps = {
  readonly api: AdminApi;
  readonly accountId: string;
  /** The admin's own account, which is not shut by accident. */
  readonly ownId: string;
};

function createStores(api: AdminApi, accountId: string) {
  const account = createPagedRows({
    pageSize: 1,
    load: async () => ({ rows: [(await api.call('adminAccount', { accountId })).account], total: 1 }),
  });
  const ledger = createPagedRows({
    pageSize: 20,
    load: async (page) => {
      const { transactions, total } = await api.call('adminTransactions', { accountId, ...page });
      return { rows: transactions, total };
    },
  });
  return { account, ledger };
}

/** One account, its ledger, and what an admin may do to it. */
export function AccountSection({ api, accountId, ownId }: AccountSectionProps) {
  const [{ account, ledger }] = useState(() => createStores(api, accountId));
  const [task, setTask] = useState<AccountTask | null>(null);
  const found = useStore(account, ({ rows }) => rows[0]);
  const reload = () => {
    void account.getState().reload();
    void ledger.getState().reload();
  };
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Account
      </h1>
      <PagedList store={account} title={found?.name ?? 'Account'} emptyText="">
        {(rows) =>
          rows.map((row) => <Facts key={row.id} account={row} isOwn={row.id === ownId} onTask={setTask} />)
        }
      </PagedList>
      <PagedList store={ledger} title="Ledger" emptyText="Nothing was credited or charged yet.">
        {(rows) => <TransactionTable rows={rows} />}
      </PagedList>
      {task !== null && found !== undefined && (
        <AccountDialog api={api} account={found} task={task} onDone={reload} onClose={() => setTask(null)} />
      )}
    </>
  );
}

type FactsProps = {
  readonly account: AdminAccount;
  readonly isOwn: boolean;
  readonly onTask: (task: AccountTask) => void;
};

function Facts({ account, isOwn, onTask }: FactsProps) {
  return (
    <div className={styles.section}>
      <div className={styles.header}>
        <p className={styles.quiet}>{account.email}</p>
        <AccountTags account={account} />
        <p className={styles.balance}>
          <span className="visually-hidden">Balance </span>
          {formatUsd(account.balanceUsd)}
        </p>
      </div>
      <div className={styles.tools}>
        <Button variant="primary" onClick={() => onTask('grant')}>
          Grant credit
        </Button>
        <Button onClick={() => onTask('take')}>Take credit</Button>
        <Button onClick={() => onTask('password')}>Reset password</Button>
        <Button onClick={() => onTask('role')} disabled={isOwn}>
          {account.role === 'admin' ? 'Make a member' : 'Make an admin'}
        </Button>
        <Button
          variant={account.isDisabled ? 'plain' : 'danger'}
          disabled={isOwn}
          onClick={() => onTask(account.isDisabled ? 'enable' : 'disable')}
        >
          {account.isDisabled ? 'Enable' : 'Disable'}
        </Button>
      </div>
    </div>
  );
}

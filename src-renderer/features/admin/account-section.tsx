import { useState } from 'react';
import { useStore } from 'zustand';
import type { AdminAccount } from '../../../server/contract/admin/admin-accounts.ts';
import { Button } from '../../components/button.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import { TransactionTable } from '../../components/lists/transaction-table.tsx';
import { createPagedRows, createWholeRows } from '../../data/paged-rows.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import { AccountDialog, type AccountTask } from './account-dialog.tsx';
import { AccountTags } from './accounts-section.tsx';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';

type AccountSectionProps = {
  readonly api: AdminApi;
  readonly accountId: string;
  /** The admin's own account, which must not be closed by accident. */
  readonly ownId: string;
};

function createStores(api: AdminApi, accountId: string) {
  const account = createWholeRows(async () => [(await api.call('adminAccount', { accountId })).account]);
  const ledger = createPagedRows(20, async (page) => {
    const { transactions: rows, total } = await api.call('adminTransactions', { accountId, ...page });
    return { rows, total };
  });
  return { account, ledger };
}

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
      <PagedList store={account} title={found?.name ?? t('admin.account.title')} emptyText="">
        {(rows) =>
          rows.map((row) => <Facts key={row.id} account={row} isOwn={row.id === ownId} onTask={setTask} />)
        }
      </PagedList>
      <PagedList store={ledger} title={t('admin.account.ledger')} emptyText={t('account.transactionsEmpty')}>
        {(rows) => <TransactionTable rows={rows} />}
      </PagedList>
      {task !== null && found !== undefined && (
        <AccountDialog api={api} account={found} task={task} onDone={reload} onClose={() => setTask(null)} />
      )}
    </>
  );
}

const roles = ['admin', 'publisher', 'member'] as const;

type FactsProps = {
  readonly account: AdminAccount;
  readonly isOwn: boolean;
  readonly onTask: (task: AccountTask) => void;
};

function Facts({ account, isOwn, onTask }: FactsProps) {
  return (
    <div className="stack gap-4 one-column">
      <div className={`row wrap middle between ${styles.header}`}>
        <p className="quiet">{account.email}</p>
        <AccountTags account={account} />
        {hasPrices() && (
          <p className={styles.balance}>
            <span className="visually-hidden">{t('common.balance')} </span>
            {formatUsd(account.balanceUsd)}
          </p>
        )}
      </div>
      <div className="row wrap middle gap-3">
        {hasPrices() && (
          <>
            <Button variant="primary" onClick={() => onTask('grant')}>
              {t('admin.account.grantCredit')}
            </Button>
            <Button onClick={() => onTask('take')}>{t('admin.account.takeCredit')}</Button>
          </>
        )}
        <Button onClick={() => onTask('password')}>{t('admin.account.resetPassword')}</Button>
        {roles
          .filter((role) => role !== account.role)
          .map((role) => (
            <Button key={role} onClick={() => onTask(role)} disabled={isOwn}>
              {t(`admin.account.make.${role}.action`)}
            </Button>
          ))}
        <Button
          variant={account.isDisabled ? 'plain' : 'danger'}
          disabled={isOwn}
          onClick={() => onTask(account.isDisabled ? 'enable' : 'disable')}
        >
          {account.isDisabled ? t('admin.account.enable') : t('admin.account.disable')}
        </Button>
      </div>
    </div>
  );
}

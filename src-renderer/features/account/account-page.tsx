import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '../../../server/contract/errors.ts';
import type { OutputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { toAppError } from '../../errors/describe-error.ts';
import { formatUsd } from '../../lib/format-price.ts';
import styles from './account.module.css';
import { TransactionTable } from './transaction-table.tsx';
import { UnlockList } from './unlock-list.tsx';
import type { WebSessionStore } from './web-session-store.ts';

export type AccountApi = Api<'transactions' | 'entitlements'>;
type Ledger = {
  readonly transactions: OutputOf<'transactions'>['transactions'];
  readonly entitlements: OutputOf<'entitlements'>['entitlements'];
};

type AccountPageProps = {
  readonly api: AccountApi;
  readonly store: WebSessionStore;
  readonly hrefOf: (guid: string) => string;
};

export function AccountPage({ api, store, hrefOf }: AccountPageProps) {
  const { user, balanceUsd, isBusy, signOut } = useStore(store);
  const [ledger, setLedger] = useState<Ledger | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    readLedger(api).then(setLedger, (thrown) => setError(toAppError(thrown)));
  }, [api]);
  if (user === null) return null;
  const titles = new Map(ledger?.entitlements.map(({ guid, title }) => [guid, title]));
  return (
    <div className={styles.page}>
      <header className={styles.pageHeader}>
        <div>
          <h1 tabIndex={-1}>{user.name}</h1>
          <p className={styles.reason}>{user.email}</p>
        </div>
        <Button onClick={signOut} disabled={isBusy}>
          Sign out
        </Button>
      </header>
      {balanceUsd !== null && (
        <p>
          <span className={styles.reason}>Balance</span>
          <br />
          <span className={styles.bigBalance}>{formatUsd(balanceUsd)}</span>
        </p>
      )}
      {error !== null && <ErrorNotice error={error} />}
      {ledger !== null && <UnlockList entitlements={ledger.entitlements} hrefOf={hrefOf} />}
      {ledger !== null && <TransactionTable transactions={ledger.transactions} titles={titles} />}
    </div>
  );
}

async function readLedger(api: AccountApi): Promise<Ledger> {
  const [{ transactions }, { entitlements }] = await Promise.all([
    api.call('transactions'),
    api.call('entitlements'),
  ]);
  return { transactions, entitlements };
}

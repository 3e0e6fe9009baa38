import { useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { Button } from '../../components/button.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { TransactionTable } from '../../components/transaction-table.tsx';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountLists } from './account-lists.ts';
import { type AccountApi, createAccountLists } from './account-lists.ts';
import { ApiKeyList } from './api-key-list.tsx';
import { AppList } from './app-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { UnlockList } from './unlock-list.tsx';
import type { WebSessionStore } from './web-session-store.ts';
import { YourData } from './your-data.tsx';

type AccountPageProps = {
  readonly api: AccountApi;
  readonly store: WebSessionStore;
  readonly hrefOf: (guid: string) => string;
  readonly adminHref: string;
  /** The account is gone, and with it the session. */
  readonly onDeleted: () => void;
};

export function AccountPage({ api, store, hrefOf, adminHref, onDeleted }: AccountPageProps) {
  const { user, balanceUsd, isBusy } = useStore(
    store,
    useShallow(({ user, balanceUsd, isBusy }) => ({ user, balanceUsd, isBusy })),
  );
  const { signOut } = store.getState();
  const [lists] = useState(() => createAccountLists(api));
  if (user === null) return null;
  const reloadAccess = () => {
    void lists.apiKeys.getState().reload();
    void lists.apps.getState().reload();
    void lists.sessions.getState().reload();
  };
  return (
    <div className={styles.page}>
      <header className={styles.pageHeader}>
        <div>
          <h1 tabIndex={-1}>{user.name}</h1>
          <p className={styles.reason}>
            {user.email} {user.role === 'admin' && <span className="tag">{t('account.adminTag')}</span>}
          </p>
        </div>
        {balanceUsd !== null && (
          <p className={styles.funds}>
            <span className={styles.reason}>{t('common.balance')}</span>
            <span className={styles.bigBalance}>{formatUsd(balanceUsd)}</span>
          </p>
        )}
        {user.role === 'admin' && (
          <LinkButton icon="settings" href={adminHref}>
            {t('account.admin')}
          </LinkButton>
        )}
        <Button onClick={signOut} disabled={isBusy}>
          {t('common.signOut')}
        </Button>
      </header>
      <UnlockList store={lists.unlocks} hrefOf={hrefOf} />
      <TransactionList lists={lists} />
      <ApiKeyList api={api} lists={lists} />
      <AppList api={api} lists={lists} />
      <SessionList api={api} lists={lists} />
      <PasswordForm api={api} email={user.email} onChanged={reloadAccess} />
      <YourData api={api} email={user.email} balanceUsd={balanceUsd} onDeleted={onDeleted} />
    </div>
  );
}

function TransactionList({ lists }: { readonly lists: AccountLists }) {
  const keys = useStore(lists.apiKeys, ({ rows }) => rows);
  const apps = useStore(lists.apps, ({ rows }) => rows);
  return (
    <PagedList
      store={lists.transactions}
      title={t('common.transactions.title')}
      emptyText={t('account.transactionsEmpty')}
    >
      {(rows) => (
        <TransactionTable
          rows={rows}
          findPayer={({ tokenId }) => [...keys, ...apps].find(({ id }) => id === tokenId)?.name}
        />
      )}
    </PagedList>
  );
}

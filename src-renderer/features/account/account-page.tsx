import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { LanguageChoices } from '../../components/language-choices.tsx';
import { PagedList } from '../../components/lists/paged-list.tsx';
import tabs from '../../components/lists/tabs.module.css';
import { TransactionTable } from '../../components/lists/transaction-table.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { bringIntoView } from '../../lib/view/bring-into-view.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountLists } from './account-lists.ts';
import { type AccountApi, createAccountLists } from './account-lists.ts';
import { type AccountSectionName, shownAccountSections } from './account-sections.ts';
import { ApiKeyList } from './api-key-list.tsx';
import { AppList } from './app-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { ShareList } from './share-list.tsx';
import { UnlockList } from './unlock-list.tsx';
import type { WebSessionStore } from './web-session-store.ts';
import { YourData } from './your-data.tsx';

type AccountPageProps = {
  readonly api: AccountApi;
  readonly store: WebSessionStore;
  readonly current: AccountSectionName;
  readonly hrefOfSection: (section: AccountSectionName) => string;
  readonly hrefOf: (guid: string) => string;
  /** Called when the account is deleted, and with it the session. */
  readonly onDeleted: () => void;
};

export function AccountPage(props: AccountPageProps) {
  const { api, store, current, hrefOfSection } = props;
  const { user, balanceUsd } = usePicked(store, 'user', 'balanceUsd');
  const [lists] = useState(() => createAccountLists(api));
  if (user === null) return null;
  return (
    <div className={styles.page}>
      <header className={styles.pageHeader}>
        <div>
          <h1 tabIndex={-1}>{user.name}</h1>
          <p className="quiet">
            {user.email} {user.role === 'admin' && <span className="tag">{t('account.adminTag')}</span>}
          </p>
        </div>
        {balanceUsd !== null && (
          <p className={styles.funds}>
            <span className="quiet">{t('common.balance')}</span>
            <span className={styles.bigBalance}>{formatUsd(balanceUsd)}</span>
          </p>
        )}
      </header>
      <nav className={tabs.tabs} aria-label={t('account.yours')}>
        {shownAccountSections().map((section) => (
          <a
            key={section}
            href={hrefOfSection(section)}
            ref={section === current ? bringIntoView : undefined}
            aria-current={section === current ? 'page' : undefined}
          >
            {t(`account.sections.${section}`)}
          </a>
        ))}
      </nav>
      <Part key={current} {...props} lists={lists} email={user.email} balanceUsd={balanceUsd} />
    </div>
  );
}

type PartProps = AccountPageProps & {
  readonly lists: AccountLists;
  readonly email: string;
  readonly balanceUsd: number | null;
};

function Part({ current, api, lists, email, balanceUsd, hrefOf, onDeleted }: PartProps) {
  switch (current) {
    case 'unlocks':
      return <UnlockList store={lists.unlocks} hrefOf={hrefOf} />;
    case 'transactions':
      return <TransactionList lists={lists} />;
    case 'keys':
      return <ApiKeyList api={api} lists={lists} />;
    case 'apps':
      return <AppList api={api} lists={lists} />;
    case 'shares':
      return <ShareList api={api} lists={lists} />;
    case 'sessions':
      return <SessionList api={api} lists={lists} />;
    case 'settings':
      return (
        <>
          <LanguageChoices />
          <PasswordForm api={api} email={email} onChanged={() => void lists.sessions.getState().reload()} />
          <YourData api={api} email={email} balanceUsd={balanceUsd} onDeleted={onDeleted} />
        </>
      );
  }
}

function TransactionList({ lists }: { readonly lists: AccountLists }) {
  useEffect(() => {
    // For the names of keys and apps that paid.
    void lists.apiKeys.getState().reload();
    void lists.apps.getState().reload();
  }, [lists]);
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

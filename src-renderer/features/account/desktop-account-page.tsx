import { Button } from '../../components/button.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import type { PagedRowsStore } from '../../data/paged-rows.ts';
import { usePicked } from '../../data/use-picked.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { Entitlement } from './account-lists.ts';
import type { SessionStore } from './session-store.ts';
import { UnlockList } from './unlock-list.tsx';

type DesktopAccountPageProps = {
  readonly store: SessionStore;
  readonly unlocks: PagedRowsStore<Entitlement>;
  readonly hrefOf: (guid: string) => string;
  readonly onSignIn: () => void;
  /** Opens the server's account page in the browser, for keys, apps and the password. */
  readonly onManage: () => void;
};

export function DesktopAccountPage(props: DesktopAccountPageProps) {
  const { store, unlocks, hrefOf, onSignIn, onManage } = props;
  const { session, balanceUsd } = usePicked(store, 'session', 'balanceUsd');
  if (session?.status !== 'signed-in')
    return (
      <StatePanel
        icon="user"
        title={t('account.signedOut')}
        actions={
          <Button variant="primary" onClick={onSignIn}>
            {t('common.signIn')}
          </Button>
        }
      >
        <p>{t('account.signedOutHint')}</p>
      </StatePanel>
    );
  return (
    <div className={styles.page}>
      <header className={styles.pageHeader}>
        <div>
          <h1 tabIndex={-1}>{session.userName ?? t('account.yours')}</h1>
          <p className="quiet">{session.serverUrl}</p>
        </div>
        {balanceUsd !== null && (
          <p className={styles.funds}>
            <span className="quiet">{t('common.balance')}</span>
            <span className={styles.bigBalance}>{formatUsd(balanceUsd)}</span>
          </p>
        )}
      </header>
      {hasPrices() && <UnlockList store={unlocks} hrefOf={hrefOf} />}
      <section className="stack gap-3" aria-labelledby="manage-account">
        <h2 id="manage-account">{t('account.manage')}</h2>
        <p className="quiet">{t('account.manageHint')}</p>
        <div>
          <Button icon="link" onClick={onManage}>
            {t('account.manageOpen')}
          </Button>
        </div>
      </section>
    </div>
  );
}

import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { SessionStore } from './session-store.ts';

type AccountMenuProps = {
  readonly store: SessionStore;
  readonly accountHref: string;
  readonly onSignIn: () => void;
  readonly onSignOut: () => void;
};

export function AccountMenu({ store, accountHref, onSignIn, onSignOut }: AccountMenuProps) {
  const { session, balanceUsd } = usePicked(store, 'session', 'balanceUsd');
  if (session?.status !== 'signed-in')
    return (
      <Button icon="user" onClick={onSignIn} disabled={session === null}>
        {session?.status === 'waiting' ? t('account.signIns.waiting') : t('common.signIn')}
      </Button>
    );
  return (
    <div className={styles.account}>
      <a className={styles.account} href={accountHref}>
        <span className={styles.person}>
          <Icon name="user" />
          <span className={styles.personName}>{session.userName ?? t('account.signedIn')}</span>
        </span>
        {balanceUsd !== null && (
          <span className={styles.balance}>
            <span className="visually-hidden">{t('common.balance')} </span>
            {formatUsd(balanceUsd)}
          </span>
        )}
      </a>
      <Button variant="quiet" onClick={onSignOut}>
        {t('common.signOut')}
      </Button>
    </div>
  );
}

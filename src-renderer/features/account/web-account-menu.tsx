import { LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { WebSessionStore } from './web-session-store.ts';

type WebAccountMenuProps = {
  readonly store: WebSessionStore;
  readonly signInHref: string;
  readonly accountHref: string;
};

export function WebAccountMenu({ store, signInHref, accountHref }: WebAccountMenuProps) {
  const { status, user, balanceUsd } = usePicked(store, 'status', 'user', 'balanceUsd');
  if (status === 'loading') return null;
  if (user === null)
    return (
      <LinkButton icon="user" href={signInHref}>
        {t('common.signIn')}
      </LinkButton>
    );
  return (
    <a className={styles.account} href={accountHref}>
      <span className={styles.person}>
        <Icon name="user" />
        <span className={styles.personName}>{user.name}</span>
      </span>
      {balanceUsd !== null && <span className={styles.balance}>{formatUsd(balanceUsd)}</span>}
    </a>
  );
}

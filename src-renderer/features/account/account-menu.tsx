import type { MenuItem } from '../../components/forms/menu.tsx';
import { MenuButton } from '../../components/forms/menu-button.tsx';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';

type AccountMenuProps = {
  readonly name: string;
  readonly balanceUsd: number | null;
  readonly listItems: () => readonly MenuItem[];
};

/** The signed-in user's name, which opens the account menu. */
export function AccountMenu({ name, balanceUsd, listItems }: AccountMenuProps) {
  return (
    <MenuButton
      icon="user"
      label={t('shell.titles.account')}
      className={styles.account}
      listItems={listItems}
    >
      <span className={styles.personName}>{name}</span>
      {balanceUsd !== null && (
        <span className={styles.balance}>
          <span className="visually-hidden">{t('common.balance')} </span>
          {formatUsd(balanceUsd)}
        </span>
      )}
    </MenuButton>
  );
}

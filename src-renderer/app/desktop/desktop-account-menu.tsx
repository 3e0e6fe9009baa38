import { Button } from '../../components/button.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { AccountMenu } from '../../features/account/account-menu.tsx';
import { t } from '../../text/text.ts';
import type { DesktopContext } from './desktop-context.ts';

/** The sign-in button; once signed in, a menu with the account and sign-out. */
export function DesktopAccountMenu({ context }: { readonly context: DesktopContext }) {
  const { stores, navigation, actions } = context;
  const { session, balanceUsd } = usePicked(stores.session, 'session', 'balanceUsd');
  const perform = (name: 'session.signIn' | 'session.signOut') => () => actions[name]?.perform();
  if (session?.status !== 'signed-in')
    return (
      <Button icon="user" onClick={perform('session.signIn')} disabled={session === null}>
        {session?.status === 'waiting' ? t('account.signIns.waiting') : t('common.signIn')}
      </Button>
    );
  return (
    <AccountMenu
      name={session.userName ?? t('account.signedIn')}
      balanceUsd={balanceUsd}
      listItems={() => [
        {
          label: t('shell.titles.account'),
          icon: 'user',
          onChoose: () => navigation.go({ name: 'account' }),
        },
        { label: t('common.signOut'), icon: 'next', onChoose: perform('session.signOut') },
      ]}
    />
  );
}

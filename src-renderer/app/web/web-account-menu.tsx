import { useState } from 'react';
import { Button, LinkButton } from '../../components/button.tsx';
import type { MenuItem } from '../../components/forms/menu.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { AccountMenu } from '../../features/account/account-menu.tsx';
import { t } from '../../text/text.ts';
import type { Route } from '../route.ts';
import { findNextTheme, readTheme } from '../theme.ts';
import type { WebContext } from './web-context.ts';

type WebAccountMenuProps = {
  readonly context: WebContext;
  /** Null if the page itself asks for a sign-in. */
  readonly signInHref: string | null;
};

/** The sign-in link; once signed in, a menu with the account, its keys, the admin page, the theme and sign-out. */
export function WebAccountMenu({ context, signInHref }: WebAccountMenuProps) {
  const { stores, navigation, actions } = context;
  const { status, user, balanceUsd } = usePicked(stores.session, 'status', 'user', 'balanceUsd');
  const toggle = () => actions['theme.toggle']?.perform();
  if (status === 'loading') return null;
  if (user === null || signInHref === null)
    return (
      <>
        <ThemeButton onToggle={toggle} />
        {signInHref !== null && (
          <LinkButton icon="user" href={signInHref}>
            {t('common.signIn')}
          </LinkButton>
        )}
      </>
    );
  const page = (label: string, icon: MenuItem['icon'], route: Route): MenuItem => ({
    ...{ label, icon, onChoose: () => navigation.go(route) },
  });
  const listItems = (): readonly MenuItem[] => [
    page(t('shell.titles.account'), 'user', { name: 'account' }),
    page(t('shell.titles.projects'), 'list', { name: 'projects' }),
    page(t('account.sections.keys'), 'lock', { name: 'account', section: 'keys' }),
    page(t('account.sections.settings'), 'settings', { name: 'account', section: 'settings' }),
    ...(user.role === 'admin'
      ? [page(t('shell.titles.admin'), 'disk', { name: 'admin', section: 'overview', id: null })]
      : []),
    { label: describeTheme(), icon: readTheme(), onChoose: toggle },
    { label: t('common.signOut'), icon: 'next', onChoose: () => void stores.session.getState().signOut() },
  ];
  return <AccountMenu name={user.name} {...{ balanceUsd, listItems }} />;
}

function describeTheme(): string {
  const theme = readTheme();
  return t('shell.theme.next', {
    theme: t(`shell.theme.${theme}`),
    next: t(`shell.theme.${findNextTheme(theme)}`),
  });
}

/** Shows the current theme; a press switches to the next. */
function ThemeButton({ onToggle }: { readonly onToggle: () => void }) {
  const [theme, setTheme] = useState(readTheme);
  const label = describeTheme();
  const toggle = () => {
    onToggle();
    setTheme(readTheme());
  };
  return <Button variant="quiet" icon={theme} aria-label={label} title={label} onClick={toggle} />;
}

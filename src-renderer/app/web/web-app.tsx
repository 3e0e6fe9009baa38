import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { WebAccountMenu } from '../../features/account/web-account-menu.tsx';
import { ApprovalDialog } from '../../features/approvals/approval-dialog.tsx';
import { ApprovalNotice } from '../../features/approvals/approval-notice.tsx';
import { SearchField } from '../../features/browse/search-field.tsx';
import { t } from '../../text/text.ts';
import { toBrowseRoute } from '../connect-selection.ts';
import { useFocusOnPage } from '../focus-page.ts';
import { formatRoute } from '../route.ts';
import { Shell } from '../shell.tsx';
import { findNextTheme, readTheme } from '../theme.ts';
import type { WebContext } from './web-context.ts';
import { WebPage } from './web-page.tsx';

export function WebApp({ context }: { readonly context: WebContext }) {
  const { stores, navigation, actions, searchInput } = context;
  const route = useStore(navigation.store, (state) => state.route);
  useFocusOnPage(route.name, searchInput);
  const isApproval = route.name === 'approve';
  const signInHref = navigation.hrefOf({
    name: 'sign-in',
    next: route.name === 'sign-in' ? route.next : formatRoute(route),
  });
  const showResults = () => {
    if (route.name !== 'browse') navigation.go(toBrowseRoute(stores.browse));
  };
  return (
    <Shell
      homeHref={navigation.hrefOf({ name: 'browse', search: '' })}
      rail={null}
      search={
        isApproval ? null : (
          <SearchField
            store={stores.browse}
            recent={stores.recent}
            inputRef={searchInput}
            onSearch={showResults}
            onOpen={context.openModel}
          />
        )
      }
      notice={
        <ApprovalNotice
          store={stores.approvals}
          reviewLabel={t('approvals.review')}
          onReview={stores.approvals.getState().review}
        />
      }
      tools={
        <>
          {!isApproval && (
            <LinkButton
              variant="quiet"
              icon="heart"
              href={navigation.hrefOf({ name: 'favourites' })}
              aria-label={t('browse.favourites.titlePlain')}
              aria-current={route.name === 'favourites' ? 'page' : undefined}
            />
          )}
          <ThemeButton onToggle={() => actions['theme.toggle']?.perform()} />
          {!isApproval && route.name !== 'sign-in' && (
            <WebAccountMenu
              store={stores.session}
              signInHref={signInHref}
              accountHref={navigation.hrefOf({ name: 'account' })}
            />
          )}
        </>
      }
    >
      <WebPage context={context} route={route} signInHref={signInHref} />
      <ApprovalDialog store={stores.approvals} onApproved={() => {}} />
    </Shell>
  );
}

/** Shows the present theme; the next one is a press away. */
function ThemeButton({ onToggle }: { readonly onToggle: () => void }) {
  const [theme, setTheme] = useState(readTheme);
  const label = t('shell.theme.next', {
    theme: t(`shell.theme.${theme}`),
    next: t(`shell.theme.${findNextTheme(theme)}`),
  });
  const toggle = () => {
    onToggle();
    setTheme(readTheme());
  };
  return <Button variant="quiet" icon={theme} aria-label={label} title={label} onClick={toggle} />;
}

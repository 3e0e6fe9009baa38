import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { Button, LinkButton } from '../../components/button.tsx';
import { usePlatform } from '../../components/platform.ts';
import { WebAccountMenu } from '../../features/account/web-account-menu.tsx';
import { ApprovalDialog } from '../../features/approvals/approval-dialog.tsx';
import { ApprovalNotice } from '../../features/approvals/approval-notice.tsx';
import { CollectionChooser } from '../../features/browse/collections/collection-chooser.tsx';
import { KeptTrouble } from '../../features/browse/kept/kept-trouble.tsx';
import { SearchField } from '../../features/browse/search/search-field.tsx';
import { t } from '../../text/text.ts';
import { toBrowseRoute } from '../connect-selection.ts';
import { useFocusOnPage } from '../focus-page.ts';
import { type OfferedPage, Overlays } from '../overlays.tsx';
import { formatRoute } from '../route.ts';
import { Shell } from '../shell.tsx';
import { findNextTheme, readTheme } from '../theme.ts';
import { SignInLink } from './sign-in-link.tsx';
import type { WebContext } from './web-context.ts';
import { WebPage } from './web-page.tsx';
import type { WebParts } from './web-parts.ts';

type WebAppProps = { readonly context: WebContext; readonly parts: WebParts };

export function WebApp({ context, parts }: WebAppProps) {
  const { stores, navigation, actions, searchInput } = context;
  const shown = useStore(context.shown, (state) => state);
  const { route } = shown;
  useFocusOnPage(route.name, searchInput);
  const isApproval = route.name === 'approve';
  const signInHref = navigation.hrefOf({
    name: 'sign-in',
    next: route.name === 'sign-in' ? route.next : formatRoute(route),
  });
  const showResults = () => {
    if (navigation.store.getState().route.name !== 'browse') navigation.go(toBrowseRoute(stores.browse));
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
            searches={stores.searches}
            inputRef={searchInput}
            onSearch={showResults}
            onOpen={context.openModel}
          />
        )
      }
      notice={
        <>
          <ApprovalNotice
            store={stores.approvals}
            reviewLabel={t('approvals.review')}
            onReview={stores.approvals.getState().review}
          />
          <KeptTrouble store={stores.favourites} />
          <KeptTrouble store={stores.searches} />
        </>
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
          {!isApproval && (
            <LinkButton
              variant="quiet"
              icon="collections"
              href={navigation.hrefOf({ name: 'collections' })}
              aria-label={t('collections.titlePlain')}
              aria-current={route.name === 'collections' || route.name === 'collection' ? 'page' : undefined}
            />
          )}
          {!isApproval && <PublishLink context={context} isCurrent={route.name === 'publish'} />}
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
      <WebPage {...{ context, parts, shown, signInHref }} />
      <CollectionChooser store={stores.collections} signIn={<SignInLink href={signInHref} />} />
      <WebOverlays context={context} />
      <ApprovalDialog store={stores.approvals} onApproved={() => {}} />
    </Shell>
  );
}

function WebOverlays({ context }: { readonly context: WebContext }) {
  const { stores, overlays: store } = context;
  const { isMac } = usePlatform();
  const user = useStore(stores.session, (state) => state.user);
  const pages = useMemo((): readonly OfferedPage[] => {
    const browse = {
      label: t('shell.places.browse'),
      icon: 'browse',
      route: toBrowseRoute(stores.browse),
    } as const;
    const kept = [
      { label: t('shell.places.favourites'), icon: 'heart', route: { name: 'favourites' } },
      { label: t('shell.places.collections'), icon: 'collections', route: { name: 'collections' } },
    ] as const;
    const account = { label: t('shell.titles.account'), icon: 'user', route: { name: 'account' } } as const;
    const admin: OfferedPage = {
      label: t('shell.titles.admin'),
      icon: 'settings',
      route: { name: 'admin', section: 'overview', id: null },
    };
    const publish: OfferedPage = {
      label: t('shell.titles.publish'),
      icon: 'upload',
      route: { name: 'publish' },
    };
    return [
      ...[browse, ...kept],
      ...(user === null ? [] : [account]),
      ...(user === null || user.role === 'member' ? [] : [publish]),
      ...(user?.role === 'admin' ? [admin] : []),
    ];
  }, [stores.browse, user]);
  return (
    <Overlays
      {...context}
      {...{ store, pages, isMac, isSignedIn: user !== null }}
      collections={stores.collections}
      hasAccelerators={false}
    />
  );
}

/** For those who may. */
function PublishLink({ context, isCurrent }: { readonly context: WebContext; readonly isCurrent: boolean }) {
  const { stores, navigation } = context;
  const isPublisher = useStore(stores.session, ({ user }) => user !== null && user.role !== 'member');
  if (!isPublisher) return null;
  return (
    <LinkButton
      variant="quiet"
      icon="upload"
      href={navigation.hrefOf({ name: 'publish' })}
      aria-label={t('shell.titles.publish')}
      title={t('shell.titles.publish')}
      aria-current={isCurrent ? 'page' : undefined}
    />
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

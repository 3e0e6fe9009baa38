import { useMemo } from 'react';
import { useStore } from 'zustand';
import { LinkButton } from '../../components/button.tsx';
import { usePlatform } from '../../components/platform.ts';
import { shownAccountSections } from '../../features/account/account-sections.ts';
import { adminSections } from '../../features/admin/admin-sections.ts';
import { ApprovalDialog } from '../../features/approvals/approval-dialog.tsx';
import { ApprovalNotice } from '../../features/approvals/approval-notice.tsx';
import { CollectionChooser } from '../../features/browse/collections/collection-chooser.tsx';
import { KeptTrouble } from '../../features/browse/kept/kept-trouble.tsx';
import { SearchField } from '../../features/browse/search/search-field.tsx';
import { AddToProject } from '../../features/projects/add-to-project.tsx';
import { t } from '../../text/text.ts';
import { toBrowseRoute } from '../connect-selection.ts';
import { useFocusOnPage } from '../focus-page.ts';
import { type OfferedPage, Overlays } from '../overlays.tsx';
import { homeOf, iconOf } from '../places.ts';
import { formatRoute, type Route } from '../route.ts';
import styles from '../shell.module.css';
import { Shell } from '../shell.tsx';
import { SignInLink } from './sign-in-link.tsx';
import { WebAccountMenu } from './web-account-menu.tsx';
import type { WebContext } from './web-context.ts';
import { WebPage } from './web-page.tsx';
import type { WebParts } from './web-parts.ts';

type WebAppProps = { readonly context: WebContext; readonly parts: WebParts };

export function WebApp({ context, parts }: WebAppProps) {
  const { stores, navigation, searchInput } = context;
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
          {!isApproval && <PlaceLinks context={context} current={route.name} />}
          <WebAccountMenu
            context={context}
            signInHref={isApproval || route.name === 'sign-in' ? null : signInHref}
          />
        </>
      }
    >
      <WebPage {...{ context, parts, shown, signInHref }} />
      <CollectionChooser
        store={stores.collections}
        signIn={<SignInLink href={signInHref} />}
        hrefOf={(id) => navigation.hrefOf({ name: 'collection', id })}
        renderMore={(guids) => <AddToProject api={context.api} guids={guids} />}
      />
      <WebOverlays context={context} />
      <ApprovalDialog store={stores.approvals} />
    </Shell>
  );
}

/** Returns the sections of the account page and, for admins, of the admin page. */
function listParts(role: string | null): readonly OfferedPage[] {
  const account = shownAccountSections().map((section): OfferedPage => {
    const label = `${t('shell.titles.account')}: ${t(`account.sections.${section}`)}`;
    return { label, icon: 'user', route: { name: 'account', section } };
  });
  const admin = adminSections.map(({ name }): OfferedPage => {
    const label = `${t('shell.titles.admin')}: ${t(`admin.sections.${name}`)}`;
    return { label, icon: 'settings', route: { name: 'admin', section: name, id: null } };
  });
  return role === null ? [] : [...account, ...(role === 'admin' ? admin.slice(1) : [])];
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
    const projects = {
      label: t('shell.titles.projects'),
      icon: 'list',
      route: { name: 'projects' },
    } as const;
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
      ...(user === null ? [] : [account, projects]),
      ...(user === null || user.role === 'member' ? [] : [publish]),
      ...(user?.role === 'admin' ? [admin] : []),
    ];
  }, [stores.browse, user]);
  return (
    <Overlays
      {...context}
      {...{ store, pages, isMac, isSignedIn: user !== null }}
      parts={listParts(user?.role ?? null)}
      collections={stores.collections}
      hasAccelerators={false}
    />
  );
}

type PlaceLinksProps = { readonly context: WebContext; readonly current: Route['name'] };

/** Links to the site's places, with names if there is room. */
function PlaceLinks({ context: { stores, navigation }, current }: PlaceLinksProps) {
  const mayPublish = useStore(stores.session, ({ user }) => user !== null && user.role !== 'member');
  const places = ['favourites', 'collections', ...(mayPublish ? (['publish'] as const) : [])] as const;
  return places.map((name) => (
    <LinkButton
      key={name}
      variant="quiet"
      icon={iconOf(name)}
      href={navigation.hrefOf({ name })}
      aria-label={t(`shell.places.${name}`)}
      title={t(`shell.places.${name}`)}
      aria-current={homeOf(current) === name ? 'page' : undefined}
    >
      <span className={styles.placeWord}>{t(`shell.places.${name}`)}</span>
    </LinkButton>
  ));
}

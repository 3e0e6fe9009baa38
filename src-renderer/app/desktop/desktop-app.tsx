import { useMemo } from 'react';
import { useStore } from 'zustand';
import { LiveRegion } from '../../components/live-region.tsx';
import { SignInDialog } from '../../features/account/sign-in-dialog.tsx';
import { ApprovalNotice } from '../../features/approvals/approval-notice.tsx';
import { CollectionChooser } from '../../features/browse/collections/collection-chooser.tsx';
import { KeptTrouble } from '../../features/browse/kept/kept-trouble.tsx';
import { SearchField } from '../../features/browse/search/search-field.tsx';
import { isActive } from '../../features/downloads/job-state.ts';
import { ServerChip } from '../../features/self-host/server-chip.tsx';
import { TroubleNotice } from '../../features/settings/go-back.tsx';
import { titleOfSettings } from '../../features/settings/settings-page.tsx';
import { shownSettingsSections } from '../../features/settings/settings-sections.ts';
import { t } from '../../text/text.ts';
import { toBrowseRoute } from '../connect-selection.ts';
import { useFocusOnPage } from '../focus-page.ts';
import { type OfferedPage, Overlays } from '../overlays.tsx';
import { iconOf, type PlaceName, places } from '../places.ts';
import { Shell } from '../shell.tsx';
import { AskedLink, DesktopFirstRun, useIsFirstRun } from './choose-server.tsx';
import { DesktopAccountMenu } from './desktop-account-menu.tsx';
import { SignInButton } from './desktop-browse.tsx';
import type { DesktopContext } from './desktop-context.ts';
import { DesktopPage } from './desktop-page.tsx';
import { mayPublish } from './may-publish.ts';
import { Rail } from './rail.tsx';

export function DesktopApp({ context }: { readonly context: DesktopContext }) {
  const { stores, navigation, actions, announcements, searchInput } = context;
  const route = useStore(navigation.store, (state) => state.route);
  const server = useStore(stores.server, (state) => state.server);
  const activeDownloads = useStore(stores.downloads, ({ jobs }) => jobs.filter(isActive).length);
  const hasPublish = useStore(stores.session, mayPublish);
  const isSigningIn = useStore(stores.session, (state) => state.isDialogOpen);
  const announcement = useStore(announcements, (state) => state.text);
  const version = useStore(stores.settings, ({ info }) => info?.version ?? null);
  const isFirstRun = useIsFirstRun(stores.settings);
  useFocusOnPage(route.name, searchInput);
  // From the catalogue itself, the link leads to all models.
  const toBrowse = () =>
    route.name === 'browse' ? { name: route.name, search: '' } : toBrowseRoute(stores.browse);
  const hrefOfPlace = (name: PlaceName) => navigation.hrefOf(name === 'browse' ? toBrowse() : { name });
  const showResults = () => {
    if (route.name !== 'browse') navigation.go(toBrowseRoute(stores.browse));
  };
  if (isFirstRun)
    return (
      <>
        <DesktopFirstRun store={stores.settings} />
        <AskedLink context={context} />
      </>
    );
  return (
    <Shell
      homeHref={navigation.hrefOf({ name: 'browse', search: '' })}
      rail={<Rail current={route.name} {...{ activeDownloads, hasPublish }} hrefOf={hrefOfPlace} />}
      search={
        <SearchField
          store={stores.browse}
          recent={stores.recent}
          searches={stores.searches}
          inputRef={searchInput}
          onSearch={showResults}
          onOpen={context.openModel}
        />
      }
      notice={
        <>
          {version !== null && <TroubleNotice store={stores.updates} current={version} />}
          <ApprovalNotice
            store={stores.approvals}
            reviewLabel={t('approvals.reviewInBrowser')}
            onReview={() => context.openServerPage('/account')}
          />
          <KeptTrouble store={stores.favourites} />
          <KeptTrouble store={stores.searches} />
        </>
      }
      tools={
        <>
          <ServerChip server={server} onOpen={() => actions['go.settings']?.perform()} />
          <DesktopAccountMenu context={context} />
        </>
      }
    >
      <DesktopPage context={context} route={route} />
      <CollectionChooser
        store={stores.collections}
        signIn={<SignInButton context={context} />}
        hrefOf={(id) => navigation.hrefOf({ name: 'collection', id })}
      />
      <DesktopOverlays context={context} />
      <LiveRegion text={announcement} />
      <AskedLink context={context} />
      {isSigningIn && <SignInDialog store={stores.session} />}
    </Shell>
  );
}

const listPages = (hasPublish: boolean): readonly OfferedPage[] =>
  places
    .filter((name) => hasPublish || name !== 'publish')
    .map((name) => ({
      label: t(`shell.places.${name}`),
      icon: iconOf(name),
      route: name === 'browse' ? { name, search: '' } : { name },
    }));

const ownServerPage = (): OfferedPage => ({
  label: t('ownServer.title'),
  icon: 'disk',
  route: { name: 'server' },
});

const accountPage = (): OfferedPage => ({
  label: t('shell.titles.account'),
  icon: 'user',
  route: { name: 'account' },
});

const listParts = (isPackaged: boolean): readonly OfferedPage[] =>
  shownSettingsSections(isPackaged).map((section) => ({
    label: `${t('settings.title')}: ${titleOfSettings(section)}`,
    icon: 'settings',
    route: { name: 'settings', section },
  }));

function DesktopOverlays({ context }: { readonly context: DesktopContext }) {
  const { stores, overlays: store, openModel } = context;
  const hasPublish = useStore(stores.session, mayPublish);
  const isSignedIn = useStore(stores.session, ({ session }) => session?.status === 'signed-in');
  const isBundled = useStore(stores.server, ({ server }) => server?.kind === 'bundled');
  const isPackaged = useStore(stores.settings, ({ info }) => info?.isPackaged ?? false);
  const parts = useMemo(() => listParts(isPackaged), [isPackaged]);
  const pages = useMemo(
    () => [
      ...listPages(hasPublish),
      ...(isSignedIn ? [accountPage()] : []),
      ...(isBundled ? [ownServerPage()] : []),
    ],
    [hasPublish, isSignedIn, isBundled],
  );
  return (
    <Overlays
      {...context}
      {...{ store, pages, parts, isSignedIn }}
      collections={stores.collections}
      openModel={openModel}
      hasAccelerators
    />
  );
}

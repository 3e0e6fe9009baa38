import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { ModelDetails } from '../../../server/contract/discovery.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { AccountPage } from '../../features/account/account-page.tsx';
import { SignInPage } from '../../features/account/sign-in-page.tsx';
import { BrowsePage } from '../../features/browse/browse-page.tsx';
import { ReadingPanel } from '../../features/browse/catalogue-news.tsx';
import { FavouritesPage } from '../../features/browse/favourites-page.tsx';
import { ModelView } from '../../features/model/model-view.tsx';
import { toSafeNextPath } from '../../lib/next-path.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import { AllCollections, OneCollection } from '../collection-pages.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { parseRoute, type Route } from '../route.ts';
import { SignedIn } from './signed-in.tsx';
import { WebAdmin } from './web-admin.tsx';
import { WebApprove } from './web-approve.tsx';
import type { WebContext } from './web-context.ts';
import { WebModel } from './web-model.tsx';
import { WebPublish } from './web-publish.tsx';

type WebPageProps = { readonly context: WebContext; readonly route: Route; readonly signInHref: string };

export function WebPage({ context, route, signInHref }: WebPageProps) {
  const { api, stores, navigation, hrefOfModel } = context;
  switch (route.name) {
    case 'browse':
      return <WebBrowse context={context} />;
    case 'favourites':
      return <WebFavourites context={context} />;
    case 'collections':
      return <WebCollections context={context} id={null} signInHref={signInHref} />;
    case 'collection':
      return <WebCollections context={context} id={route.id} signInHref={signInHref} />;
    case 'model':
      return <WebModel context={context} route={route} signInHref={signInHref} />;
    case 'sign-in':
      return <SignIn context={context} next={route.next} />;
    case 'account':
      return (
        <SignedIn store={stores.session} reason={t('shell.accountNeedsSignIn')}>
          <AccountPage
            api={api}
            store={stores.session}
            current={route.section ?? 'unlocks'}
            hrefOfSection={(section) => navigation.hrefOf({ name: 'account', section })}
            hrefOf={(guid) => hrefOfModel({ guid, slug: '' })}
            adminHref={navigation.hrefOf({ name: 'admin', section: 'server', id: null })}
            onDeleted={() => {
              navigation.go({ name: 'browse', search: '' });
              void stores.session.getState().load();
            }}
          />
        </SignedIn>
      );
    case 'publish':
      return (
        <SignedIn store={stores.session} reason={t('shell.publishNeedsSignIn')}>
          <WebPublish context={context} />
        </SignedIn>
      );
    case 'approve':
      return <WebApprove key={route.sessionId} context={context} sessionId={route.sessionId} />;
    case 'admin':
      return (
        <SignedIn store={stores.session} reason={t('shell.adminNeeded')}>
          <WebAdmin context={context} route={route} />
        </SignedIn>
      );
    default:
      return <NotFoundPage homeHref={navigation.hrefOf({ name: 'browse', search: '' })} />;
  }
}

const nothingLocal = new Map<string, never>();

/** What every grid of models needs. */
function useGridParts({ api, stores, hrefOfModel, openModel }: WebContext) {
  const unlocked = useStore(stores.session, (state) => state.unlocked);
  const marks = useMemo(() => ({ inLibrary: nothingLocal, unlocked }), [unlocked]);
  const look = useMemo(() => ({ api, renderView }), [api]);
  const { favourites, collections } = stores;
  return { marks, look, favourites, collections, hrefOf: hrefOfModel, onOpen: openModel };
}

const renderView = (details: ModelDetails) => (
  <ModelView details={details} pricing={null} chosenLod={null} onLod={() => {}} place={null} />
);

function WebBrowse({ context }: { readonly context: WebContext }) {
  const { stores } = context;
  const reading = useStore(stores.news, (state) => state.reading);
  return (
    <BrowsePage
      {...useGridParts(context)}
      store={stores.browse}
      news={stores.news}
      searches={stores.searches}
      serverNotice={reading === null ? null : <ReadingPanel reading={reading} />}
      offlineActions={null}
    />
  );
}

function WebFavourites({ context }: { readonly context: WebContext }) {
  return <FavouritesPage {...useGridParts(context)} store={context.stores.favouriteModels} />;
}

type WebCollectionsProps = Omit<WebPageProps, 'route'> & {
  /** Null: all of them. */
  readonly id: string | null;
};

function WebCollections({ context, id, signInHref }: WebCollectionsProps) {
  const { api, navigation } = context;
  const parts = { ...useGridParts(context), api, navigation };
  const { searches, browse } = context.stores;
  const signIn = <SignInLink href={signInHref} />;
  if (id === null) return <AllCollections {...parts} {...{ searches, browse, signIn }} />;
  return <OneCollection key={id} {...parts} id={id} signIn={signIn} />;
}

export function SignInLink({ href }: { readonly href: string }) {
  return (
    <LinkButton variant="primary" href={href}>
      {t('collections.signIn')}
    </LinkButton>
  );
}

function SignIn({ context, next }: { readonly context: WebContext; readonly next: string | null }) {
  const { stores, navigation } = context;
  const user = useStore(stores.session, (state) => state.user);
  useEffect(() => {
    if (user === null) return;
    const address = toSafeNextPath(next);
    const route = parseRoute(address);
    if (route.name === 'not-found') window.location.assign(`${sitePath}${address}`); // a download, or another page of the server
    navigation.replace(route.name === 'not-found' ? { name: 'browse', search: '' } : route);
  }, [user, next, navigation]);
  return <SignInPage store={stores.session} />;
}

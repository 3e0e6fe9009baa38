import '../../text/parts/share.ts';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { Button } from '../../components/button.tsx';
import { BrowsePage } from '../../features/browse/browse-page.tsx';
import { ReadingPanel } from '../../features/browse/catalogue-news.tsx';
import { useAsksOthers } from '../../features/browse/foreign/use-asks-others.ts';
import { FavouritesPage } from '../../features/browse/kept/favourites-page.tsx';
import { ShareButton } from '../../features/share/share-button.tsx';
import { createPart } from '../../lib/part.ts';
import { usePart } from '../../lib/use-part.ts';
import { t } from '../../text/text.ts';
import { AllCollections, createKeptLinks, OneCollection } from '../collection-pages.tsx';
import type { Route } from '../route.ts';
import { SignInLink } from './sign-in-link.tsx';
import type { ModelViewPart, WebContext } from './web-context.ts';

type WebCatalogueProps = {
  readonly context: WebContext;
  readonly route: Extract<Route, { name: 'browse' | 'favourites' | 'collections' | 'collection' }>;
  readonly signInHref: string;
};

/** Pages with a grid of models: the catalogue, favourites and collections. */
export function WebCatalogue({ context, route, signInHref }: WebCatalogueProps) {
  switch (route.name) {
    case 'favourites':
      return <WebFavourites context={context} />;
    case 'collections':
      return <WebCollections context={context} id={null} signInHref={signInHref} />;
    case 'collection':
      return <WebCollections context={context} id={route.id} signInHref={signInHref} />;
    case 'browse':
      return <WebBrowse context={context} />;
  }
}

const nothingLocal = new Map<string, never>();

function useGridParts(context: WebContext) {
  const { api, stores, navigation, modelView, hrefOfModel, openModel } = context;
  const unlocked = useStore(stores.session, (state) => state.unlocked);
  const marks = useMemo(() => ({ inLibrary: nothingLocal, unlocked }), [unlocked]);
  const look = useMemo(
    () => ({
      api,
      renderView: (details: ModelDetails, picture: ReactNode) => (
        <View part={modelView} details={details} picture={picture} />
      ),
      renderFiles: (details: ModelDetails) => <Files context={context} details={details} />,
    }),
    [api, modelView, context],
  );
  const { favourites, collections } = stores;
  const browseHref = navigation.hrefOf({ name: 'browse', search: '' });
  return { marks, look, favourites, collections, browseHref, hrefOf: hrefOfModel, onOpen: openModel };
}

type ViewProps = {
  readonly part: ModelViewPart;
  readonly details: ModelDetails;
  /** Shown until the view has loaded. */
  readonly picture: ReactNode;
};

function View({ part, details, picture }: ViewProps) {
  const { ModelView } = usePart(part) ?? {};
  return ModelView === undefined ? (
    picture
  ) : (
    <ModelView details={details} pricing={null} chosenLod={null} onLod={() => {}} place={null} />
  );
}

function Files({ context, details }: { context: WebContext; details: ModelDetails }) {
  const { WebFiles } = usePart(context.modelView) ?? {};
  useEffect(() => context.stores.model.getState().show(details), [context, details]);
  return WebFiles && <WebFiles key={details.guid} context={context} details={details} />;
}

const foreign = createPart(() => import('./web-foreign.tsx'));

function Others({ context }: { readonly context: WebContext }) {
  const { WebForeign } = usePart(foreign) ?? {};
  return WebForeign && <WebForeign context={context} />;
}

function WebBrowse({ context }: { readonly context: WebContext }) {
  const { stores } = context;
  const isSessionAwaited = useStore(stores.session, ({ status }) => status === 'loading');
  const reading = useStore(stores.news, (state) => state.reading);
  const asksOthers = useAsksOthers(stores);
  return (
    <BrowsePage
      {...useGridParts(context)}
      store={stores.browse}
      news={stores.news}
      searches={stores.searches}
      recentModels={stores.recentModels}
      keptLinks={createKeptLinks(context.navigation)}
      isSessionAwaited={isSessionAwaited}
      serverNotice={reading === null ? null : <ReadingPanel reading={reading} />}
      offlineActions={null}
      others={asksOthers && <Others context={context} />}
    />
  );
}

function WebFavourites({ context }: { readonly context: WebContext }) {
  return <FavouritesPage {...useGridParts(context)} store={context.stores.favouriteModels} />;
}

type WebCollectionsProps = Omit<WebCatalogueProps, 'route'> & {
  /** Null shows all. */
  readonly id: string | null;
};

function WebCollections({ context, id, signInHref }: WebCollectionsProps) {
  const { api, navigation } = context;
  const parts = { ...useGridParts(context), api, navigation };
  const { searches, browse } = context.stores;
  const signIn = <SignInLink href={signInHref} />;
  if (id === null) return <AllCollections {...parts} {...{ searches, browse, signIn }} />;
  const share = (guids: readonly string[]) => <ShareCollection {...{ context, id, guids }} />;
  return <OneCollection key={id} {...parts} id={id} signIn={signIn} renderActions={share} />;
}

type ShareCollectionProps = {
  readonly context: WebContext;
  readonly id: string;
  readonly guids: readonly string[];
};

function ShareCollection({ context, id, guids }: ShareCollectionProps) {
  const { collections } = context.stores;
  const title = useStore(collections, (state) => state.collections.find((one) => one.id === id)?.name ?? '');
  return (
    <>
      <Button variant="quiet" icon="list" onClick={() => collections.getState().choose({ title, guids })}>
        {t('collections.addToProject')}
      </Button>
      <ShareButton api={context.api} title={title} target={{ collectionId: id }} />
    </>
  );
}

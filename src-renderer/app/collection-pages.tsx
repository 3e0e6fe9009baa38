import { type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import type { CatalogueApi } from '../api/api.ts';
import type { ModelGridProps } from '../features/browse/cards/model-grid.tsx';
import { CollectionPage } from '../features/browse/collections/collection-page.tsx';
import { CollectionsPage } from '../features/browse/collections/collections-page.tsx';
import type { KeptLinks } from '../features/browse/home/kept-places.tsx';
import { fromSavedQuery } from '../features/browse/searches/saved-query.ts';
import { SavedSearchList } from '../features/browse/searches/saved-search-list.tsx';
import type { SearchesStore } from '../features/browse/searches/searches-store.ts';
import type { BrowseStore } from '../features/browse/store/browse-state.ts';
import { createResultStore } from '../features/browse/store/browse-store.ts';
import type { CollectionsStore } from '../features/browse/store/collections-store.ts';
import { createKeptSource } from '../features/browse/store/model-source.ts';
import { toSearchParams } from '../features/browse/store/selection-url.ts';
import type { Navigation } from './navigation.ts';

type Parts = Omit<ModelGridProps, 'leastCardWidth' | 'store'> & {
  readonly api: Pick<CatalogueApi, 'call'>;
  readonly navigation: Navigation;
  readonly signIn: ReactNode;
  readonly browseHref: string;
};

export const createKeptLinks = (navigation: Navigation): KeptLinks => ({
  ofSearch: (query, hasNews) =>
    navigation.hrefOf({ name: 'browse', search: toSearchParams(fromSavedQuery(query, hasNews)) }),
  ofCollection: (id) => navigation.hrefOf({ name: 'collection', id }),
  ofAll: navigation.hrefOf({ name: 'collections' }),
});

type AllCollectionsProps = Pick<Parts, 'navigation' | 'collections' | 'favourites' | 'signIn'> & {
  readonly searches: SearchesStore;
  readonly browse: BrowseStore;
};

export function AllCollections(props: AllCollectionsProps) {
  const { navigation, collections, favourites, searches, browse, signIn } = props;
  const facets = useStore(browse, (state) => state.facets);
  return (
    <CollectionsPage
      store={collections}
      favourites={favourites}
      favouritesHref={navigation.hrefOf({ name: 'favourites' })}
      hrefOf={(id) => navigation.hrefOf({ name: 'collection', id })}
      signIn={signIn}
      savedSearches={
        <SavedSearchList store={searches} facets={facets} hrefOf={createKeptLinks(navigation).ofSearch} />
      }
    />
  );
}

type OneCollectionProps = Parts & {
  readonly id: string;
  readonly renderActions?: (guids: readonly string[]) => ReactNode;
};

export function OneCollection({ api, navigation, renderActions, ...grid }: OneCollectionProps) {
  const { id, collections } = grid;
  const store = useMemo(
    () => createResultStore(createKeptSource(api, () => findGuids(collections, id))),
    [api, collections, id],
  );
  return (
    <CollectionPage
      {...grid}
      store={store}
      collectionsStore={collections}
      allHref={navigation.hrefOf({ name: 'collections' })}
      onDeleted={() => navigation.replace({ name: 'collections' })}
      renderActions={renderActions ?? (() => null)}
    />
  );
}

const findGuids = (store: CollectionsStore, id: string): readonly string[] =>
  store.getState().collections.find((one) => one.id === id)?.guids ?? [];

import type { CatalogueApi } from '../api/api.ts';
import type { StoredList } from '../data/stored-list.ts';
import {
  createSearchesStore,
  type SearchesApi,
  type SearchesStore,
} from '../features/browse/searches/searches-store.ts';
import type { BrowseStore } from '../features/browse/store/browse-state.ts';
import { createResultStore } from '../features/browse/store/browse-store.ts';
import {
  type CollectionsApi,
  type CollectionsStore,
  createCollectionsStore,
} from '../features/browse/store/collections-store.ts';
import {
  createFavouritesStore,
  type FavouritesApi,
  type FavouritesStore,
} from '../features/browse/store/favourites-store.ts';
import { createKeptSource } from '../features/browse/store/model-source.ts';
import { createRecentSearches, type RecentSearches } from '../features/browse/store/recent-searches.ts';

export type KeptStores = {
  readonly favourites: FavouritesStore;
  readonly favouriteModels: BrowseStore;
  readonly collections: CollectionsStore;
  readonly recent: RecentSearches;
  readonly searches: SearchesStore;
};

/** Favourites, collections and saved searches, with the account or on this device. */
export function createKeptStores(
  api: CatalogueApi & FavouritesApi & CollectionsApi & SearchesApi,
  openList: (name: string) => StoredList,
): KeptStores {
  const favourites = createFavouritesStore(openList('lodestock.favourites'), api);
  return {
    favourites,
    favouriteModels: createResultStore(createKeptSource(api, () => favourites.getState().guids)),
    collections: createCollectionsStore(api),
    recent: createRecentSearches(openList('lodestock.recent-searches')),
    searches: createSearchesStore(openList('lodestock.saved-searches'), api),
  };
}

/** Fetches the lists of the signed-in account; null when signed out. */
export function showListsOf({ favourites, collections, searches }: KeptStores, person: string | null): void {
  if (person === null) {
    favourites.getState().leaveAccount();
    collections.getState().leaveAccount();
    searches.getState().leaveAccount();
    return;
  }
  collections.getState().leaveAccount();
  void favourites.getState().moveToAccount();
  void collections.getState().load();
  void searches.getState().moveToAccount();
}

import type { CatalogueApi } from '../api/api.ts';
import type { BrowseStore } from '../features/browse/browse-state.ts';
import { createResultStore } from '../features/browse/browse-store.ts';
import { createFavouritesStore, type FavouritesStore } from '../features/browse/favourites-store.ts';
import { createFavouritesSource } from '../features/browse/model-source.ts';
import { createRecentSearches, type RecentSearches } from '../features/browse/recent-searches.ts';
import type { StoredList } from '../lib/stored-list.ts';

export type KeptStores = {
  readonly favourites: FavouritesStore;
  readonly favouriteModels: BrowseStore;
  readonly recent: RecentSearches;
};

/** What a person marked and searched for, kept on this device. */
export function createKeptStores(
  api: Pick<CatalogueApi, 'call'>,
  openList: (name: string) => StoredList,
): KeptStores {
  const favourites = createFavouritesStore(openList('lodestock.favourites'));
  return {
    favourites,
    favouriteModels: createResultStore(createFavouritesSource(api, favourites)),
    recent: createRecentSearches(openList('lodestock.recent-searches')),
  };
}

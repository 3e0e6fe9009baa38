import type { CatalogueApi } from '../api/api.ts';
import type { StoredList } from '../data/stored-list.ts';
import { createRecentModels } from '../features/browse/home/recent-models.ts';
import { createSearchesStore, type SearchesApi } from '../features/browse/searches/searches-store.ts';
import { createResultStore } from '../features/browse/store/browse-store.ts';
import { type CollectionsApi, createCollectionsStore } from '../features/browse/store/collections-store.ts';
import { createFavouritesStore, type FavouritesApi } from '../features/browse/store/favourites-store.ts';
import { createKeptSource } from '../features/browse/store/model-source.ts';
import { createRecentSearches } from '../features/browse/store/recent-searches.ts';
import type { ModelStore } from '../features/model/store/model-store.ts';

type KeptStores = ReturnType<typeof createKeptStores>;

/** Favourites, collections and saved searches, stored with the account or on this device. */
export function createKeptStores(
  api: CatalogueApi & FavouritesApi & CollectionsApi & SearchesApi,
  openList: (name: string) => StoredList,
) {
  const favourites = createFavouritesStore(openList('lodestock.favourites'), api);
  return {
    favourites,
    favouriteModels: createResultStore(createKeptSource(api, () => favourites.getState().guids)),
    collections: createCollectionsStore(api),
    recent: createRecentSearches(openList('lodestock.recent-searches')),
    recentModels: createRecentModels(openList('lodestock.recent-models')),
    searches: createSearchesStore(openList('lodestock.saved-searches'), api),
  };
}

/** Remembers which models were opened, and forgets those that no longer exist. */
export function followOpened(model: ModelStore, { recentModels }: Pick<KeptStores, 'recentModels'>): void {
  const { add, forget } = recentModels.getState();
  model.subscribe(({ address, details, error }, before) => {
    if (address === null) return; // only a quick view
    if (details !== null && details.guid !== before.details?.guid) add(details);
    if (error?.code === 'MODEL_NOT_FOUND') forget(address.segment);
  });
}

/** Loads the lists of the signed-in account; null if signed out. */
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

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../../server/contract/errors.ts';
import { limits } from '../../../../server/contract/limits.ts';
import type { SavedSearch } from '../../../../server/contract/saved-searches.ts';
import type { Api, CatalogueApi } from '../../../api/api.ts';
import { toAppError } from '../../../errors/describe-error.ts';
import type { StoredList } from '../../../lib/stored-list.ts';
import { createCatalogueSource } from '../model-source.ts';
import { staysOnDevice } from '../stays-on-device.ts';
import { countNew, type Finding, fromSavedQuery } from './saved-query.ts';

export type SearchesApi = Api<'savedSearches' | 'saveSearch' | 'deleteSavedSearch'>;
/** On a device a search has no ID but its query. */
type KnownSearch = Omit<SavedSearch, 'madeAt'>;

type SearchesState = {
  /** The newest first. */
  readonly searches: readonly KnownSearch[];
  /** How many models each query finds that the person has not seen; none where there is nothing new. */
  readonly news: ReadonlyMap<string, number>;
  /** With the account, on every computer, or on this device alone. */
  readonly home: 'device' | 'account';
  /** Why the last change, or the way to the account, failed. */
  readonly error: AppError | null;
};
type SearchesActions = {
  /** Saves it with what it finds now, or forgets it. */
  toggle(query: string): Promise<void>;
  /** The person sees what it finds; nothing happens where it is not saved. */
  look(query: string): Promise<void>;
  /** Asks the catalogue what is new. */
  check(): Promise<void>;
  /** Takes the device's searches to the account of the person who signed in. */
  moveToAccount(): Promise<void>;
  /** Nobody is signed in any more. */
  leaveAccount(): void;
  forgetError(): void;
};
export type SearchesStore = StoreApi<SearchesState & SearchesActions>;

export function createSearchesStore(place: StoredList, api: SearchesApi & CatalogueApi): SearchesStore {
  const source = createCatalogueSource(api);
  /** Grows with each change of who is signed in: answers to an earlier person are of no use. */
  let life = 0;

  const find = async (query: string, limit: number): Promise<Finding> => {
    const { signal } = new AbortController();
    const page = await source.readPage(fromSavedQuery(query, true), { limit, offset: 0, signal });
    return { total: page.total, seen: page.results.map(({ guid }) => guid) };
  };
  const findAll = (query: string) => find(query, limits.savedSearches.seen);
  /** One model tells that nothing came; only else all are asked for. */
  const askNews = async (search: KnownSearch): Promise<number> => {
    const { seen, total } = await find(search.query, 1);
    const isAsBefore = total === search.total && seen.every((guid) => search.seen.includes(guid));
    return isAsBefore ? 0 : countNew(search, await findAll(search.query));
  };

  const store: SearchesStore = createStore((set, get) => {
    const show = (searches: readonly KnownSearch[]) => {
      if (get().home === 'device') place.write(searches.map((search) => JSON.stringify(search)));
      set({ searches, error: null });
    };
    const withoutNews = (query: string) => new Map([...get().news].filter(([other]) => other !== query));
    const isSaved = (query: string) => get().searches.some((search) => search.query === query);
    const keep = async (query: string) => {
      const before = life;
      const found = await findAll(query);
      const isThere = get().home === 'account';
      const wanted = { query, seen: [...found.seen], total: found.total };
      const kept = isThere ? await api.call('saveSearch', wanted) : { ...wanted, id: query };
      if (life !== before) return;
      const { searches } = get();
      const at = searches.findIndex((search) => search.query === query);
      show(at === -1 ? [kept, ...searches] : searches.with(at, kept));
      set({ news: withoutNews(query) });
    };
    const forget = async ({ id, query }: KnownSearch) => {
      const before = life;
      if (get().home === 'account') await api.call('deleteSavedSearch', { searchId: id });
      if (life !== before) return;
      show(get().searches.filter((search) => search.query !== query));
      set({ news: withoutNews(query) });
    };
    return {
      searches: readKnown(place),
      news: new Map(),
      home: 'device',
      error: null,
      toggle: async (query) => {
        const saved = get().searches.find((search) => search.query === query);
        try {
          await (saved === undefined ? keep(query) : forget(saved));
        } catch (error) {
          set({ error: toAppError(error) });
        }
      },
      // Where it fails, models stay new until the next look.
      look: async (query) => (isSaved(query) ? keep(query).catch(() => {}) : undefined),
      check: async () => {
        const before = life;
        for (const search of get().searches) {
          const count = await askNews(search).catch(() => null);
          if (life !== before) return;
          if (count === null || !get().searches.includes(search)) continue;
          const news = withoutNews(search.query);
          set({ news: count === 0 ? news : news.set(search.query, count) });
        }
      },
      moveToAccount: async () => {
        life += 1;
        const before = life;
        try {
          // The oldest first, so that they keep their order.
          for (const { query, seen, total } of readKnown(place).toReversed())
            await api.call('saveSearch', { query, seen: [...seen], total });
          const { searches } = await api.call('savedSearches');
          if (life !== before) return;
          place.write([]);
          set({ searches, news: new Map(), home: 'account', error: null });
          await get().check();
        } catch (thrown) {
          const error = toAppError(thrown);
          if (life === before) set({ home: 'device', error: staysOnDevice(error) ? null : error });
        }
      },
      leaveAccount: () => {
        life += 1;
        set({ searches: readKnown(place), news: new Map(), home: 'device', error: null });
        void get().check();
      },
      forgetError: () => set({ error: null }),
    };
  });
  place.onChange(() => {
    if (store.getState().home === 'device') store.setState({ searches: readKnown(place) });
  });
  return store;
}

/** What another version, or a person, wrote there may be anything. */
function readKnown(place: StoredList): readonly KnownSearch[] {
  return place.read().flatMap((text) => {
    try {
      const { query, seen, total } = JSON.parse(text);
      const isKnown = typeof query === 'string' && Array.isArray(seen) && typeof total === 'number';
      return isKnown ? [{ id: query, query, seen: seen.map(String), total }] : [];
    } catch {
      return [];
    }
  });
}

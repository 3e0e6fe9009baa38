import type { SavedSearch } from '../../../../server/contract/accounts/saved-searches.ts';
import { limits } from '../../../../server/contract/limits.ts';
import type { Api, CatalogueApi } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';
import { readRecords, type StoredList, writeRecords } from '../../../data/stored-list.ts';
import { createCatalogueSource } from '../store/model-source.ts';
import { withoutStaying } from '../store/stays-on-device.ts';
import { countNew, type Finding, fromSavedQuery } from './saved-query.ts';

export type SearchesApi = Api<'savedSearches' | 'saveSearch' | 'deleteSavedSearch'>;
/** On a device, a search has no ID but its query. */
type KnownSearch = Omit<SavedSearch, 'madeAt'>;

type State = {
  /** Newest first. */
  readonly searches: readonly KnownSearch[];
  /** Number of unseen models per query; no entry if there are none. */
  readonly news: ReadonlyMap<string, number>;
  /** In the account, for every computer, or only on this device. */
  readonly home: 'device' | 'account';
};
export type SearchesStore = ReturnType<typeof createSearchesStore>;

export function createSearchesStore(place: StoredList, api: SearchesApi & CatalogueApi) {
  const source = createCatalogueSource(api);
  const onDevice = (): State => ({ searches: readKnown(place), news: new Map(), home: 'device' });

  const find = async (query: string, limit: number): Promise<Finding> => {
    const { signal } = new AbortController();
    const page = await source.readPage(fromSavedQuery(query, true), { limit, offset: 0, signal });
    return { total: page.total, seen: page.results.map(({ guid }) => guid) };
  };
  const findAll = (query: string) => find(query, limits.savedSearches.seen);
  /** The newest model is enough to see that nothing changed; only otherwise are all of them loaded. */
  const askNews = async (search: KnownSearch): Promise<number> => {
    const { seen, total } = await find(search.query, 1);
    const isAsBefore = total === search.total && seen.every((guid) => search.seen.includes(guid));
    return isAsBefore ? 0 : countNew(search, await findAll(search.query));
  };

  const store = createRemote(onDevice())(({ get, set, attempt, take, follow, forget }) => {
    const show = (searches: readonly KnownSearch[]) => {
      if (get().home === 'device') writeRecords(place, searches);
      set({ searches, error: null });
    };
    const withoutNews = (query: string) => new Map([...get().news].filter(([other]) => other !== query));
    const isSaved = (query: string) => get().searches.some((search) => search.query === query);
    const keep = async (query: string) => {
      const isSamePerson = follow();
      const found = await findAll(query);
      const isThere = get().home === 'account';
      const wanted = { query, seen: [...found.seen], total: found.total };
      const kept = isThere ? await api.call('saveSearch', wanted) : { ...wanted, id: query };
      if (!isSamePerson()) return;
      const { searches } = get();
      const at = searches.findIndex((search) => search.query === query);
      show(at === -1 ? [kept, ...searches] : searches.with(at, kept));
      set({ news: withoutNews(query) });
    };
    const forgetOne = async ({ id, query }: KnownSearch) => {
      const isSamePerson = follow();
      if (get().home === 'account') await api.call('deleteSavedSearch', { searchId: id });
      if (!isSamePerson()) return;
      show(get().searches.filter((search) => search.query !== query));
      set({ news: withoutNews(query) });
    };
    /** Checks every saved search for new models. */
    const check = async () => {
      const isSamePerson = follow();
      for (const search of get().searches) {
        const count = await askNews(search).catch(() => null);
        if (!isSamePerson()) return;
        if (count === null || !get().searches.includes(search)) continue;
        const news = withoutNews(search.query);
        set({ news: count === 0 ? news : news.set(search.query, count) });
      }
    };
    return {
      check,
      /** Saves a search with its current result, or removes it. */
      toggle(query: string) {
        const saved = get().searches.find((search) => search.query === query);
        return attempt(() => (saved === undefined ? keep(query) : forgetOne(saved)));
      },
      /** Marks the results as seen. If this fails, they stay new until the next time. */
      look: async (query: string) => (isSaved(query) ? keep(query).catch(() => {}) : undefined),
      /** Moves the device's searches to the account that has signed in. */
      async moveToAccount() {
        forget();
        const isSamePerson = follow();
        const isDone = await take(async () => {
          // Oldest first, to keep their order.
          for (const { query, seen, total } of readKnown(place).toReversed())
            await api.call('saveSearch', { query, seen: [...seen], total });
          const { searches } = await api.call('savedSearches');
          if (isSamePerson()) place.write([]);
          return { searches, news: new Map(), home: 'account' };
        });
        if (isDone) await check();
        else if (isSamePerson()) set({ home: 'device', error: withoutStaying(get().error) });
      },
      leaveAccount() {
        forget();
        set({ ...onDevice(), error: null });
        void check();
      },
      forgetError: () => set({ error: null }),
    };
  });
  place.onChange(() => {
    if (store.getState().home === 'device') store.setState({ searches: readKnown(place) });
  });
  return store;
}

const readKnown = (place: StoredList): readonly KnownSearch[] =>
  readRecords(place, ({ query, seen, total }) =>
    typeof query === 'string' && Array.isArray(seen) && typeof total === 'number'
      ? { id: query, query, seen: seen.map(String), total }
      : null,
  );

import { createStore, type StoreApi } from 'zustand/vanilla';

/** Where favourites are kept; the newest comes first. */
export type FavouritesPlace = {
  read(): readonly string[];
  write(guids: readonly string[]): void;
  /** Calls back when they were changed elsewhere, as in another tab. */
  onChange(listener: () => void): void;
};

export type FavouritesState = {
  /** Guids, the newest first. */
  readonly guids: readonly string[];
  readonly marked: ReadonlySet<string>;
};
export type FavouritesActions = { toggle(guid: string): void };
export type FavouritesStore = StoreApi<FavouritesState & FavouritesActions>;

/** More than a person finds again by looking. */
const most = 2000;

export function createFavouritesStore(place: FavouritesPlace): FavouritesStore {
  const store: FavouritesStore = createStore((_set, get) => ({
    ...toState(place.read()),
    toggle: (guid) => {
      // As another tab may have changed them meanwhile.
      const kept = place.read();
      const rest = kept.filter((other) => other !== guid);
      const guids = get().marked.has(guid) ? rest : [guid, ...rest].slice(0, most);
      place.write(guids);
      store.setState(toState(guids));
    },
  }));
  place.onChange(() => store.setState(toState(place.read())));
  return store;
}

const toState = (guids: readonly string[]): FavouritesState => ({ guids, marked: new Set(guids) });

import { createStore, type StoreApi } from 'zustand/vanilla';

/** Where previous search words are stored, latest first. */
type SearchesPlace = { read(): readonly string[]; write(words: readonly string[]): void };
export type RecentSearches = StoreApi<{
  readonly words: readonly string[];
  /** For a search that the user submitted, not for each key. */
  add(words: string): void;
  clear(): void;
}>;

const most = 8;
const least = 2;

export function createRecentSearches(place: SearchesPlace): RecentSearches {
  return createStore((set, get) => {
    const keep = (words: readonly string[]) => {
      place.write(words);
      set({ words });
    };
    return {
      words: place.read().slice(0, most),
      add: (text) => {
        const added = text.trim();
        if (added.length < least) return;
        const others = get().words.filter((words) => words.toLowerCase() !== added.toLowerCase());
        keep([added, ...others].slice(0, most));
      },
      clear: () => keep([]),
    };
  });
}

import type { BrowseStore, Place } from '../features/browse/store/browse-state.ts';
import { toSearchParams } from '../features/browse/store/selection-url.ts';

const key = 'lodestock.place';

export type KeptPlace = {
  /** Returns this tab's position in the results of that address before a reload; null for another address. */
  read(search: string): Place | null;
  follow(browse: BrowseStore): void;
};

/** Restores the position in the catalogue after a reload. `storage` belongs to one tab. */
export function createKeptPlace(storage: () => Pick<Storage, 'getItem' | 'setItem'>): KeptPlace {
  return {
    read(search) {
      try {
        const kept: unknown = JSON.parse(storage().getItem(key) ?? 'null');
        return isKept(kept) && kept.search === search ? kept : null;
      } catch {
        return null; // storage may be blocked, or its contents broken
      }
    },
    follow(browse) {
      browse.subscribe(({ scrollTop, activeIndex, selection }, before) => {
        if (scrollTop === before.scrollTop && activeIndex === before.activeIndex) return;
        try {
          storage().setItem(
            key,
            JSON.stringify({ search: toSearchParams(selection), scrollTop, activeIndex }),
          );
        } catch {
          // then a reload starts at the top
        }
      });
    },
  };
}

function isKept(value: unknown): value is Place & { readonly search: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { search, scrollTop, activeIndex }: { search?: unknown; scrollTop?: unknown; activeIndex?: unknown } =
    value;
  return typeof search === 'string' && typeof scrollTop === 'number' && typeof activeIndex === 'number';
}

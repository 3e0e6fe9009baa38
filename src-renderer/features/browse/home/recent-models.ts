import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { readRecords, type StoredList, writeRecords } from '../../../data/stored-list.ts';

export type RecentModel = Pick<ModelRecord, 'guid' | 'slug' | 'title' | 'category'>;
type Kept = RecentModel & { readonly server: string };

/** Models that were opened in this browser, the last one first; no server learns of them. */
export type RecentModels = StoreApi<{
  /** Those of the present server. */
  readonly models: readonly RecentModel[];
  add(model: RecentModel): void;
  /** The server has no such model any more. */
  forget(segment: string): void;
  clear(): void;
  /** The app is with another server from now on. */
  follow(server: string): void;
}>;

const most = 24;

export function createRecentModels(place: StoredList): RecentModels {
  const read = () => readRecords(place, toKept);
  // The app knows its server a moment later: most likely it is the last one.
  let server = read()[0]?.server ?? '';
  const ofServer = () => read().filter((kept) => kept.server === server);
  const store = createStore<ReturnType<RecentModels['getState']>>()((set) => {
    const keep = (kept: readonly Kept[]) => {
      writeRecords(place, kept, most);
      set({ models: ofServer() });
    };
    const isHere = (kept: Kept, guid: string) => kept.server === server && kept.guid === guid;
    return {
      models: ofServer(),
      add: ({ guid, slug, title, category }) =>
        keep([{ server, guid, slug, title, category }, ...read().filter((kept) => !isHere(kept, guid))]),
      forget: (segment) =>
        keep(read().filter((kept) => ![kept.guid, `${kept.guid}-${kept.slug}`].includes(segment))),
      clear: () => keep([]),
      follow: (next) => {
        server = next;
        set({ models: ofServer() });
      },
    };
  });
  place.onChange(() => store.setState({ models: ofServer() }));
  return store;
}

function toKept({ server, guid, slug, title, category }: Partial<Record<keyof Kept, unknown>>): Kept | null {
  const isText = (part: unknown) => typeof part === 'string';
  return isText(server) && isText(guid) && isText(slug) && isText(title) && isText(category)
    ? { server, guid, slug, title, category }
    : null;
}

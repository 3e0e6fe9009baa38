import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { readRecords, type StoredList, writeRecords } from '../../../data/stored-list.ts';

export type RecentModel = Pick<ModelRecord, 'guid' | 'slug' | 'title' | 'category'>;
type Kept = RecentModel & { readonly server: string };

/** Models opened in this browser, most recent first; never sent to a server. */
export type RecentModels = StoreApi<{
  /** Those of the current server. */
  readonly models: readonly RecentModel[];
  add(model: RecentModel): void;
  /** Called if the server no longer has the model. */
  forget(segment: string): void;
  clear(): void;
  /** Called when the app connects to another server. */
  follow(server: string): void;
}>;

const most = 24;

export function createRecentModels(place: StoredList): RecentModels {
  const read = () => readRecords(place, toKept);
  // The app learns its server a moment later, which is most likely the last one.
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

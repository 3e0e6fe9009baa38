import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../../server/contract/errors.ts';
import { limits } from '../../../../server/contract/limits.ts';
import type { Collection } from '../../../../server/contract/model-lists.ts';
import type { Api } from '../../../api/api.ts';
import { toAppError } from '../../../errors/describe-error.ts';

export type CollectionsApi = Api<'collections' | 'makeCollection' | 'changeCollection' | 'deleteCollection'>;
/** What is about to be put into collections. */
export type Wanted = { readonly title: string; readonly guids: readonly string[] };

type CollectionsState = {
  readonly status: 'signed-out' | 'loading' | 'ready' | 'failed';
  /** By name. */
  readonly collections: readonly Collection[];
  readonly error: AppError | null;
  readonly wanted: Wanted | null;
};
type CollectionsActions = {
  load(): Promise<void>;
  leaveAccount(): void;
  /** These throw AppError where the server refuses. */
  make(name: string, guids?: readonly string[]): Promise<Collection>;
  rename(id: string, name: string): Promise<void>;
  add(id: string, guids: readonly string[]): Promise<void>;
  remove(id: string, guids: readonly string[]): Promise<void>;
  delete(id: string): Promise<void>;
  /** Asks for the collections that these go into. */
  choose(wanted: Wanted): void;
  endChoosing(): void;
};
export type CollectionsStore = StoreApi<CollectionsState & CollectionsActions>;

const byName = (left: Collection, right: Collection) => left.name.localeCompare(right.name);
const nobody = { status: 'signed-out', collections: [], error: null, wanted: null } as const;

/** Lists of models with names, which the account keeps. */
export function createCollectionsStore(api: CollectionsApi): CollectionsStore {
  let life = 0;
  return createStore<CollectionsState & CollectionsActions>()((set, get) => {
    const put = (changed: Collection) => {
      const others = get().collections.filter(({ id }) => id !== changed.id);
      set({ collections: [...others, changed].toSorted(byName) });
    };
    const inParts = async (guids: readonly string[], send: (part: string[]) => Promise<Collection>) => {
      // The last part first: what is added comes to the front.
      for (let end = guids.length; end > 0; end -= limits.modelLists.change)
        put(await send(guids.slice(Math.max(0, end - limits.modelLists.change), end)));
    };
    return {
      ...nobody,
      load: async () => {
        life += 1;
        const before = life;
        if (get().status !== 'ready') set({ status: 'loading', error: null });
        try {
          const { collections } = await api.call('collections');
          if (life === before)
            set({ status: 'ready', collections: collections.toSorted(byName), error: null });
        } catch (error) {
          if (life === before) set({ status: 'failed', error: toAppError(error) });
        }
      },
      leaveAccount: () => {
        life += 1;
        set(nobody);
      },
      make: async (name, guids = []) => {
        const first = guids.slice(-limits.modelLists.change);
        const made = await api.call('makeCollection', { name, add: first });
        put(made);
        await get().add(made.id, guids.slice(0, guids.length - first.length));
        return made;
      },
      rename: async (collectionId, name) => put(await api.call('changeCollection', { collectionId, name })),
      add: (collectionId, guids) =>
        inParts(guids, (add) => api.call('changeCollection', { collectionId, add })),
      remove: (collectionId, guids) =>
        inParts(guids, (remove) => api.call('changeCollection', { collectionId, remove })),
      delete: async (collectionId) => {
        await api.call('deleteCollection', { collectionId });
        set({ collections: get().collections.filter(({ id }) => id !== collectionId) });
      },
      choose: (wanted) => set({ wanted }),
      endChoosing: () => set({ wanted: null }),
    };
  });
}

import type { Collection } from '../../../../server/contract/accounts/model-lists.ts';
import { limits } from '../../../../server/contract/limits.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';

export type CollectionsApi = Api<'collections' | 'makeCollection' | 'changeCollection' | 'deleteCollection'>;
/** Models that are being added to collections. */
export type Wanted = { readonly title: string; readonly guids: readonly string[] };

type State = {
  readonly status: 'signed-out' | 'loading' | 'ready' | 'failed';
  /** Sorted by name. */
  readonly collections: readonly Collection[];
  readonly wanted: Wanted | null;
};
export type CollectionsStore = ReturnType<typeof createCollectionsStore>;

const byName = (left: Collection, right: Collection) => left.name.localeCompare(right.name);
const nobody: State = { status: 'signed-out', collections: [], wanted: null };

/** Named lists of models, stored in the account. Creating and changing them throws AppError. */
export const createCollectionsStore = (api: CollectionsApi) =>
  createRemote(nobody)(({ get, set, ask, follow, forget }) => {
    const put = (changed: Collection) => {
      const others = get().collections.filter(({ id }) => id !== changed.id);
      set({ collections: [...others, changed].toSorted(byName) });
    };
    const inParts = async (guids: readonly string[], send: (part: string[]) => Promise<Collection>) => {
      // Last part first, as added models go to the front.
      for (let end = guids.length; end > 0; end -= limits.modelLists.change)
        put(await send(guids.slice(Math.max(0, end - limits.modelLists.change), end)));
    };
    const add = (collectionId: string, guids: readonly string[]) =>
      inParts(guids, (part) => api.call('changeCollection', { collectionId, add: part }));
    return {
      add,
      async load() {
        const isSamePerson = follow();
        if (get().status !== 'ready') set({ status: 'loading', error: null });
        const isLoaded = await ask(async () => {
          const { collections } = await api.call('collections');
          return { status: 'ready', collections: collections.toSorted(byName) };
        });
        if (!isLoaded && isSamePerson() && get().error !== null) set({ status: 'failed' });
      },
      leaveAccount() {
        forget();
        set({ ...nobody, error: null });
      },
      async make(name: string, guids: readonly string[] = []) {
        const first = guids.slice(-limits.modelLists.change);
        const made = await api.call('makeCollection', { name, add: first });
        put(made);
        await add(made.id, guids.slice(0, guids.length - first.length));
        return made;
      },
      rename: async (collectionId: string, name: string) =>
        put(await api.call('changeCollection', { collectionId, name })),
      remove: (collectionId: string, guids: readonly string[]) =>
        inParts(guids, (remove) => api.call('changeCollection', { collectionId, remove })),
      async delete(collectionId: string) {
        await api.call('deleteCollection', { collectionId });
        set({ collections: get().collections.filter(({ id }) => id !== collectionId) });
      },
      /** Opens the chooser for these models. */
      choose: (wanted: Wanted) => set({ wanted }),
      endChoosing: () => set({ wanted: null }),
    };
  });

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../../server/contract/errors.ts';
import type { OutputOf } from '../../../../server/contract/index.ts';
import { toAppError } from '../../../errors/describe-error.ts';
import type { AdminApi } from '../admin-api.ts';

export type LibraryAnswer = OutputOf<'adminLibrary'>;
export type LibraryModel = LibraryAnswer['models'][number];
export type LibraryFolder = LibraryAnswer['folders'][number];

type LibraryState = {
  readonly answer: LibraryAnswer | null;
  readonly error: AppError | null;
  readonly isBusy: boolean;
  readonly chosen: ReadonlySet<string>;
  /** What the last change brought. */
  readonly note: string;
};
type LibraryActions = {
  readonly load: (offset?: number) => Promise<void>;
  /** Changes something, shows what became of it, and says what the work answers. */
  readonly change: (work: () => Promise<string>) => Promise<void>;
  readonly choose: (guids: readonly string[], isChosen: boolean) => void;
};
export type LibraryStore = StoreApi<LibraryState & LibraryActions>;

export const pageSize = 100;

/** One folder of the library; of two answers the one that was asked for last is shown. */
export function createLibraryStore(api: AdminApi, folder: string): LibraryStore {
  return createStore<LibraryState & LibraryActions>()((set, get) => {
    let latest = 0;
    const load = async (offset = get().answer?.offset ?? 0) => {
      latest += 1;
      const mine = latest;
      try {
        const answer = await api.call('adminLibrary', { folder, limit: pageSize, offset });
        if (mine !== latest) return;
        const here = new Set(answer.models.map(({ guid }) => guid));
        set({ answer, error: null, chosen: new Set([...get().chosen].filter((guid) => here.has(guid))) });
      } catch (error) {
        if (mine === latest) set({ error: toAppError(error) });
      }
    };
    return {
      answer: null,
      error: null,
      isBusy: false,
      chosen: new Set(),
      note: '',
      load,
      async change(work) {
        if (get().isBusy) return;
        set({ isBusy: true, note: '', error: null });
        try {
          const note = await work();
          await load();
          set({ note });
        } catch (error) {
          set({ error: toAppError(error) });
        } finally {
          set({ isBusy: false });
        }
      },
      choose(guids, isChosen) {
        const chosen = new Set(get().chosen);
        for (const guid of guids) {
          if (isChosen) chosen.add(guid);
          else chosen.delete(guid);
        }
        set({ chosen });
      },
    };
  });
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { StartersState as Installed } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

export type StartersApi = Api<'starters.read' | 'starters.install' | 'starters.goBack' | 'starters.remove'>;

export type StartersState = {
  readonly families: Installed['families'] | null;
  /** The place that is being written to. */
  readonly busyId: string | null;
  /** The place that was written to last; its next step is shown. */
  readonly freshId: string | null;
  readonly error: AppError | null;
};
export type StartersActions = {
  load(): Promise<void>;
  install(id: string): Promise<void>;
  /** Puts back what was there before. */
  goBack(id: string): Promise<void>;
  remove(id: string): Promise<void>;
};
export type StartersStore = StoreApi<StartersState & StartersActions>;

/** The plugins of the hosts of this computer. */
export function createStartersStore(api: StartersApi): StartersStore {
  return createStore<StartersState & StartersActions>()((set) => {
    const change = async (busyId: string | null, ask: () => Promise<Installed>, freshId: string | null) => {
      set({ busyId });
      try {
        const { families } = await ask();
        set({ families, error: null, busyId: null, freshId });
      } catch (error) {
        set({ error: toAppError(error), busyId: null });
      }
    };
    return {
      families: null,
      busyId: null,
      freshId: null,
      error: null,
      load: () => change(null, () => api.call('starters.read'), null),
      install: (id) => change(id, () => api.call('starters.install', { id }), id),
      goBack: (id) => change(id, () => api.call('starters.goBack', { id }), id),
      remove: (id) => change(id, () => api.call('starters.remove', { id }), null),
    };
  });
}

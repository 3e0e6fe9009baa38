import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { PluginsState as Installed } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type StartersApi = Api<'plugins.read' | 'plugins.install' | 'plugins.goBack' | 'plugins.remove'>;

type StartersState = {
  readonly families: Installed['families'] | null;
  /** The place that is being written to. */
  readonly busyId: string | null;
  /** The place that was written to last; its next step is shown. */
  readonly freshId: string | null;
  readonly error: AppError | null;
};
type StartersActions = {
  load(): Promise<void>;
  install(id: string): Promise<void>;
  /** Puts back what was there before. */
  goBack(id: string): Promise<void>;
  remove(id: string): Promise<void>;
};
export type StartersStore = StoreApi<StartersState & StartersActions>;

/** The plugins for the DCC apps of this computer. */
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
      load: () => change(null, () => api.call('plugins.read'), null),
      install: (id) => change(id, () => api.call('plugins.install', { id }), id),
      goBack: (id) => change(id, () => api.call('plugins.goBack', { id }), id),
      remove: (id) => change(id, () => api.call('plugins.remove', { id }), null),
    };
  });
}

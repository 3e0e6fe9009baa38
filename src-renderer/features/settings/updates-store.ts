import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { UpdatesState } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type UpdatesApi = Api<
  'updates.read' | 'updates.check' | 'updates.fetch' | 'updates.restart' | 'updates.goBack',
  'updates.changed'
>;

type UpdatesView = {
  readonly updates: UpdatesState | null;
  readonly isRestarting: boolean;
  readonly error: AppError | null;
};
type UpdatesActions = {
  load(): Promise<void>;
  check(): Promise<void>;
  fetch(): Promise<void>;
  restart(): Promise<void>;
  /** Rejects with a sentence for the dialog that asked. */
  goBack(): Promise<void>;
};
export type UpdatesStore = StoreApi<UpdatesView & UpdatesActions>;

/** Newer versions of the app, as the main process tells of them. */
export function createUpdatesStore(api: UpdatesApi): UpdatesStore {
  return createStore<UpdatesView & UpdatesActions>()((set) => {
    const take = async (work: () => Promise<Partial<UpdatesView>>) => {
      try {
        set({ ...(await work()), error: null });
      } catch (error) {
        set({ error: toAppError(error), isRestarting: false });
      }
    };
    api.on('updates.changed', (updates) => set({ updates }));
    return {
      updates: null,
      isRestarting: false,
      error: null,
      load: () => take(async () => ({ updates: await api.call('updates.read') })),
      check: () => take(async () => ({ updates: await api.call('updates.check') })),
      fetch: () => take(async () => ({ updates: await api.call('updates.fetch') })),
      restart: () =>
        take(async () => {
          set({ isRestarting: true });
          await api.call('updates.restart');
          return {};
        }),
      goBack: () => api.call('updates.goBack'),
    };
  });
}

import type { UpdatesState } from '../../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';

type UpdatesApi = Api<`updates.${'read' | 'check' | 'fetch' | 'restart' | 'goBack'}`, 'updates.changed'>;
type State = { readonly updates: UpdatesState | null; readonly isRestarting: boolean };
export type UpdatesStore = ReturnType<typeof createUpdatesStore>;

export const createUpdatesStore = (api: UpdatesApi) =>
  createRemote<State>({ updates: null, isRestarting: false })(({ set, take, attempt }) => {
    api.on('updates.changed', (updates) => set({ updates }));
    return {
      load: () => take(async () => ({ updates: await api.call('updates.read') })),
      check: () => take(async () => ({ updates: await api.call('updates.check') })),
      fetch: () => take(async () => ({ updates: await api.call('updates.fetch') })),
      async restart() {
        set({ isRestarting: true });
        if (!(await attempt(() => api.call('updates.restart')))) set({ isRestarting: false });
      },
      /** Rejects with a sentence for the dialog. */
      goBack: () => api.call('updates.goBack'),
    };
  });

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { ServerState } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type ServerApi = Api<'server.read' | 'server.restart', 'server.changed'>;

type ServerStoreState = { readonly server: ServerState | null; readonly error: AppError | null };
type ServerActions = { load(): Promise<void>; restart(): Promise<void> };
export type ServerStore = StoreApi<ServerStoreState & ServerActions>;

export function createServerStore(api: ServerApi): ServerStore {
  return createStore<ServerStoreState & ServerActions>()((set) => {
    const take = async (work: () => Promise<ServerState>) => {
      try {
        set({ server: await work(), error: null });
      } catch (error) {
        set({ error: toAppError(error) });
      }
    };
    api.on('server.changed', (server) => set({ server }));
    return {
      server: null,
      error: null,
      load: () => take(() => api.call('server.read')),
      restart: () => take(() => api.call('server.restart')),
    };
  });
}

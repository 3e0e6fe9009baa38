import type { ServerState } from '../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';

type ServerApi = Api<'server.read' | 'server.restart', 'server.changed'>;
type State = { readonly server: ServerState | null };
export type ServerStore = ReturnType<typeof createServerStore>;

export const createServerStore = (api: ServerApi) =>
  createRemote<State>({ server: null })(({ set, take }) => {
    api.on('server.changed', (server) => set({ server }));
    return {
      load: () => take(async () => ({ server: await api.call('server.read') })),
      restart: () => take(async () => ({ server: await api.call('server.restart') })),
    };
  });

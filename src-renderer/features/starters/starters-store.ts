import type { PluginsState as Installed } from '../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';

type StartersApi = Api<'plugins.read' | 'plugins.install' | 'plugins.goBack' | 'plugins.remove'>;
type State = {
  readonly families: Installed['families'] | null;
  readonly busyId: string | null;
  /** The target written to last, whose next step is shown. */
  readonly freshId: string | null;
};
export type StartersStore = ReturnType<typeof createStartersStore>;

export const createStartersStore = (api: StartersApi) =>
  createRemote<State>({ families: null, busyId: null, freshId: null })(({ set, take }) => {
    const change = async (busyId: string | null, ask: () => Promise<Installed>, freshId: string | null) => {
      set({ busyId });
      const isDone = await take(async () => ({ ...(await ask()), busyId: null, freshId }));
      if (!isDone) set({ busyId: null });
    };
    return {
      load: () => change(null, () => api.call('plugins.read'), null),
      install: (id: string) => change(id, () => api.call('plugins.install', { id }), id),
      goBack: (id: string) => change(id, () => api.call('plugins.goBack', { id }), id),
      remove: (id: string) => change(id, () => api.call('plugins.remove', { id }), null),
    };
  });

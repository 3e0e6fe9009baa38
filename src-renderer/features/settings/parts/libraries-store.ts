import type { LibraryList } from '../../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';

type OfOne = 'use' | 'locate' | 'drop' | 'move';
type OfMove = 'pauseMove' | 'resumeMove' | 'cancelMove';
type LibrariesApi = Api<`libraries.${'read' | 'add' | 'rename' | OfOne | OfMove}`, 'libraries.changed'>;
type State = { readonly list: LibraryList | null };
export type LibrariesStore = ReturnType<typeof createLibrariesStore>;

export const createLibrariesStore = (api: LibrariesApi) =>
  createRemote<State>({ list: null })(({ set, take }) => {
    const show = (ask: () => Promise<LibraryList>) => take(async () => ({ list: await ask() }));
    api.on('libraries.changed', (list) => set({ list }));
    return {
      load: () => show(() => api.call('libraries.read')),
      /** Asks for a folder. */
      add: () => show(() => api.call('libraries.add')),
      /** Rejects with a sentence for the dialog. */
      rename: async (folder: string, name: string) =>
        set({ list: await api.call('libraries.rename', { folder, name }) }),
      /** `locate` and `move` ask for a folder. */
      change: (what: OfOne, folder: string) => show(() => api.call(`libraries.${what}`, { folder })),
      changeMove: (what: OfMove) => show(() => api.call(`libraries.${what}`)),
    };
  });

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { LibraryList } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type OfOne = 'use' | 'locate' | 'drop' | 'move';
type OfMove = 'pauseMove' | 'resumeMove' | 'cancelMove';
type LibrariesApi = Api<`libraries.${'read' | 'add' | 'rename' | OfOne | OfMove}`, 'libraries.changed'>;

type LibrariesState = { readonly list: LibraryList | null; readonly error: AppError | null };
type LibrariesActions = {
  load(): Promise<void>;
  /** Asks for a folder. */
  add(): Promise<void>;
  /** True when it has the name. */
  rename(folder: string, name: string): Promise<boolean>;
  /** What can be done with one library; `locate` and `move` ask for a folder. */
  change(what: OfOne, folder: string): Promise<void>;
  changeMove(what: OfMove): Promise<void>;
};
export type LibrariesStore = StoreApi<LibrariesState & LibrariesActions>;

export function createLibrariesStore(api: LibrariesApi): LibrariesStore {
  return createStore<LibrariesState & LibrariesActions>()((set) => {
    const take = async (work: () => Promise<LibraryList>): Promise<boolean> => {
      try {
        set({ list: await work(), error: null });
        return true;
      } catch (error) {
        set({ error: toAppError(error) });
        return false;
      }
    };
    const attempt = async (work: () => Promise<LibraryList>) => void (await take(work));
    api.on('libraries.changed', (list) => set({ list }));
    return {
      list: null,
      error: null,
      load: () => attempt(() => api.call('libraries.read')),
      add: () => attempt(() => api.call('libraries.add')),
      rename: (folder, name) => take(() => api.call('libraries.rename', { folder, name })),
      change: (what, folder) => attempt(() => api.call(`libraries.${what}`, { folder })),
      changeMove: (what) => attempt(() => api.call(`libraries.${what}`)),
    };
  });
}

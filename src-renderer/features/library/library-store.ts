import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { Library, LibraryCheck } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

export type LibraryApi = Api<'library.read' | 'library.check' | 'library.reveal', 'library.changed'>;

export type LibraryState = {
  readonly library: Library | null;
  readonly error: AppError | null;
};
export type LibraryActions = {
  load(): Promise<void>;
  /** Reads every file of a model, and tells which are not as they were downloaded. */
  check(guid: string): Promise<LibraryCheck>;
  /** Shows a file in the system's file manager; null shows the model's folder. */
  reveal(guid: string, relativePath: string | null): Promise<void>;
};
export type LibraryStore = StoreApi<LibraryState & LibraryActions>;

export function createLibraryStore(api: LibraryApi): LibraryStore {
  return createStore<LibraryState & LibraryActions>()((set) => {
    api.on('library.changed', (library) => set({ library, error: null }));
    return {
      library: null,
      error: null,
      load: async () => {
        try {
          set({ library: await api.call('library.read'), error: null });
        } catch (error) {
          set({ error: toAppError(error) });
        }
      },
      check: (guid) => api.call('library.check', { guid }),
      reveal: async (guid, relativePath) => {
        try {
          await api.call('library.reveal', { guid, relativePath });
          set({ error: null });
        } catch (error) {
          set({ error: toAppError(error) });
        }
      },
    };
  });
}

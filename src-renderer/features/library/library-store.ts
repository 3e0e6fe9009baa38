import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { DesktopCallOutput, LibraryChange, SeenLibrary } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type LibraryApi = Api<
  'library.read' | 'library.reveal' | 'library.open' | 'library.programs',
  'library.changed'
>;

type LibraryState = {
  readonly library: SeenLibrary | null;
  readonly error: AppError | null;
  /** DCC apps on this computer, with what they open. */
  readonly programs: readonly Program[];
};
type Program = DesktopCallOutput<'library.programs'>[number];
type LibraryActions = {
  load(): Promise<void>;
  findPrograms(): Promise<void>;
  /** Opens a file with a program, or null: with the one that the system chooses. */
  open(guid: string, relativePath: string, program: string | null): Promise<void>;
  /** Shows a file in the system's file manager; null shows the model's folder. */
  reveal(guid: string, relativePath: string | null): Promise<void>;
};
export type LibraryStore = StoreApi<LibraryState & LibraryActions>;

const inOrder = (library: SeenLibrary): SeenLibrary => ({
  ...library,
  models: library.models.toSorted((a, b) => (a.folder < b.folder ? -1 : 1)),
});

/** The library after a change; null when a change before it was missed, or nothing is known of the library yet. */
function apply(library: SeenLibrary | null, change: LibraryChange): SeenLibrary | null {
  const { isWhole, models: changed, removed, ...facts } = change;
  if (isWhole) return inOrder({ ...facts, models: changed });
  if (library?.folder !== change.folder || change.revision !== library.revision + 1) return null;
  const gone = new Set(removed);
  const models = new Map(
    library.models.filter(({ guid }) => !gone.has(guid)).map((model) => [model.guid, model]),
  );
  for (const model of changed) models.set(model.guid, model);
  return inOrder({ ...facts, models: [...models.values()] });
}

export function createLibraryStore(api: LibraryApi): LibraryStore {
  return createStore<LibraryState & LibraryActions>()((set, get) => {
    const load = async () => {
      try {
        const library = await api.call('library.read');
        // A change that overtook the answer is in it already, or has been applied to a later one.
        if (library.revision >= (get().library?.revision ?? 0))
          set({ library: inOrder(library), error: null });
      } catch (error) {
        set({ error: toAppError(error) });
      }
    };
    api.on('library.changed', (change) => {
      const { library } = get();
      if (library !== null && change.revision <= library.revision) return;
      const next = apply(library, change);
      if (next !== null) set({ library: next, error: null });
      else if (library !== null) void load();
    });
    return {
      library: null,
      error: null,
      programs: [],
      load,
      findPrograms: async () => {
        // Without them, the system's own program is left.
        set({ programs: await api.call('library.programs').catch(() => []) });
      },
      open: async (guid, relativePath, program) => {
        try {
          await api.call('library.open', { guid, relativePath, program });
          set({ error: null });
        } catch (error) {
          set({ error: toAppError(error) });
        }
      },
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

import type {
  DesktopCallOutput,
  LibraryChange,
  SeenLibrary,
} from '../../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';

type LibraryApi = Api<
  'library.read' | 'library.reveal' | 'library.open' | 'library.programs',
  'library.changed'
>;

type Program = DesktopCallOutput<'library.programs'>[number];
type State = {
  readonly library: SeenLibrary | null;
  /** DCC apps on this computer, with the formats they open. */
  readonly programs: readonly Program[];
};
export type LibraryStore = ReturnType<typeof createLibraryStore>;

const inOrder = (library: SeenLibrary): SeenLibrary => ({
  ...library,
  models: library.models.toSorted((a, b) => (a.folder < b.folder ? -1 : 1)),
});

/** Returns the library after a change; null if an earlier change was missed, or no library is known yet. */
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

export const createLibraryStore = (api: LibraryApi) =>
  createRemote<State>({ library: null, programs: [] })(({ get, set, take, attempt }) => {
    const load = () =>
      take(async () => {
        const library = await api.call('library.read');
        // A change that overtook the response is included in it, or was applied to a later one.
        return library.revision < (get().library?.revision ?? 0) ? {} : { library: inOrder(library) };
      });
    api.on('library.changed', (change) => {
      const { library } = get();
      if (library !== null && change.revision <= library.revision) return;
      const next = apply(library, change);
      if (next !== null) set({ library: next, error: null });
      else if (library !== null) void load();
    });
    return {
      load,
      async findPrograms() {
        // Without them, the system's default program remains.
        set({ programs: await api.call('library.programs').catch(() => []) });
      },
      /** Opens a file with a program; null for the system's default. */
      open: (guid: string, relativePath: string, program: string | null) =>
        attempt(() => api.call('library.open', { guid, relativePath, program })),
      /** Shows a file in the system's file manager; null shows the model's folder. */
      reveal: (guid: string, relativePath: string | null) =>
        attempt(() => api.call('library.reveal', { guid, relativePath })),
    };
  });

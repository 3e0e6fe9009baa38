import { listModelFolders } from '../library/model-folders.ts';
import type { LibraryRoots } from '../library/roots.ts';
import type { Log } from '../log.ts';
import type { JobStore } from './job-store.ts';
import type { Leftovers } from './leftovers.ts';
import { recoverLibrary } from './recover-library.ts';
import type { Sharing } from './staging.ts';

type TendOptions = {
  readonly store: JobStore;
  readonly leftovers: Leftovers;
  readonly roots: LibraryRoots;
  readonly sharing: Sharing;
  readonly libraryFolder: () => string;
  /** Told of the folder of a model that is different now; null when it may be any. */
  readonly onLibraryChange: (folder: string | null) => void;
  readonly signal: AbortSignal;
  readonly log: Log;
};

type LibraryCare = {
  /** Sweeps the library of the settings; its interrupted changes are finished by `recover`. */
  readonly sweepCurrent: () => Promise<void>;
  /** The same for the others that downloads went to, which may be away or slow. */
  readonly sweepOthers: () => Promise<void>;
  /** Finishes interrupted changes in all of them. */
  readonly recover: () => Promise<void>;
};

/** Puts the libraries in order that downloads went to. A library that is away is left for another time. */
export function createLibraryCare(options: TendOptions): LibraryCare {
  const { store, leftovers, roots, sharing, libraryFolder, signal, log } = options;

  async function listFolders(library: string) {
    if ((await roots.findAbsence(library)) !== null) return null;
    return listModelFolders(library).catch(() => null);
  }

  async function sweep(library: string): Promise<void> {
    const folders = await listFolders(library);
    if (folders === null || signal.aborted) return;
    const count = await leftovers.sweep(library, folders).catch((error: unknown) => {
      log.warn('downloads.not-swept', { library, error });
      return 0;
    });
    if (count > 0) log.info('downloads.swept', { count });
  }

  const listOthers = () => store.readLibraries().filter((library) => library !== libraryFolder());

  return {
    sweepCurrent: () => sweep(libraryFolder()),
    async sweepOthers() {
      for (const library of listOthers()) await sweep(library);
    },
    async recover() {
      for (const library of [libraryFolder(), ...listOthers()]) {
        const folders = (await listFolders(library)) ?? [];
        const isChanged = await recoverLibrary({ library, folders, sharing, signal, log });
        if (isChanged) options.onLibraryChange(null);
      }
    },
  };
}

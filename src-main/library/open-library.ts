import type { LibraryChange } from '../platform/ipc/contract.ts';
import { createPaced } from '../platform/ipc/pacing.ts';
import type { Kernel } from '../platform/kernel.ts';
import { createHashThreads } from '../platform/storage/hash-threads.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import { createCheckedFiles } from './checked-files.ts';
import { createIndexFile } from './index-file.ts';
import { createMachine, defaultLeaseTiming, MachineFile } from './lease.ts';
import { listLibraries } from './libraries.ts';
import { createLibraryIndex } from './library-index.ts';
import { createLibraryRoots, KnownRoots } from './roots.ts';

type Parts = Pick<Kernel, 'settings' | 'places' | 'log' | 'onBroken'> & {
  /** Milliseconds after which a library that does not respond counts as away. */
  readonly patienceOf?: ((folder: string) => number) | undefined;
  readonly onChange: (change: LibraryChange) => void;
};

/** Opens the libraries of the settings, and the index of their models. */
export function openLibrary({ settings, places, log, onBroken, patienceOf, onChange }: Parts) {
  const list = () => listLibraries(settings.read());
  const roots = createLibraryRoots(
    createJsonFile({ file: places.libraries, schema: KnownRoots, log, onBroken }),
    { patienceOf },
  );
  const file = createIndexFile(places.libraryIndex, log);
  const checked = createCheckedFiles({
    ...{ file, hash: createHashThreads({ count: 1 }).hash },
    onRead: (folder) => void library.refreshFolder(folder),
  });
  const library = createLibraryIndex({
    ...{ libraries: list, roots, checked, file, onChange },
  });
  const machine = createMachine(createJsonFile({ file: places.machine, schema: MachineFile, log, onBroken }));
  return {
    ...{ library, roots, checked },
    sharing: { machine, timing: defaultLeaseTiming },
    libraries: () => list().map(({ folder }) => folder),
    readLibrary: library.refresh,
    showLibrary: library.show,
    findLibrary: library.findLibrary,
    /** Reads everything again, now or after the current read. */
    readAgain: createPaced(async () => void (await library.refresh())),
  };
}

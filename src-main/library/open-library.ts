import type { LibraryChange } from '../ipc/contract.ts';
import { createPaced } from '../ipc/pacing.ts';
import type { Log } from '../log.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { createJsonFile } from '../storage/json-file.ts';
import type { Places } from '../storage/places.ts';
import type { CheckedFiles } from './check-model.ts';
import { createIndexFile } from './index-file.ts';
import { listLibraries } from './libraries.ts';
import { createLibraryIndex } from './library-index.ts';
import { createLibraryRoots, KnownRoots } from './roots.ts';

type Parts = {
  readonly settings: Pick<SettingsStore, 'read'>;
  readonly places: Places;
  readonly log: Log;
  readonly onBroken: (aside: string) => void;
  /** Milliseconds after which a library that says nothing counts as away. */
  readonly patience?: number | undefined;
  readonly onChange: (change: LibraryChange) => void;
};

/** The libraries that the settings name, and the index of what is in them. */
export function openLibrary({ settings, places, log, onBroken, patience, onChange }: Parts) {
  const list = () => listLibraries(settings.read());
  const roots = createLibraryRoots(
    createJsonFile({ file: places.libraries, schema: KnownRoots, log, onBroken }),
    { patience },
  );
  const checked: CheckedFiles = new Map();
  const library = createLibraryIndex({
    libraries: list,
    roots,
    checked,
    file: createIndexFile(places.libraryIndex, log),
    onChange,
  });
  return {
    library,
    roots,
    checked,
    listFolders: () => list().map(({ folder }) => folder),
    /** Reads all of it again, now or as soon as the last reading is over. */
    readAgain: createPaced(async () => void (await library.refresh())),
  };
}

import { inTurn, sentence } from '../../../server/contract/sentence.ts';
import { createThrottle } from '../../platform/ipc/pacing.ts';
import type { Kernel } from '../../platform/kernel.ts';
import { createJsonFile } from '../../platform/storage/json-file.ts';
import type { Sharing } from '../lease.ts';
import { createLibraryList, type LibraryListOptions } from './library-list.ts';
import { MoveRecord } from './move-record.ts';
import { createMover } from './mover.ts';

type LibrariesOptions = Omit<Kernel, 'http'> &
  Pick<LibraryListOptions, 'roots' | 'showLibrary' | 'onRelocated' | 'home'> & {
    readonly sharing: Sharing;
    readonly downloads: {
      /** Stops downloads into a library and keeps new ones away while it moves. */
      readonly release: (library: string) => Promise<void>;
      readonly follow: (from: string, to: string) => Promise<void>;
      readonly wake: () => void;
    };
  };

const publishInterval = 500;
const retryDelay = 15_000;

/** Manages the libraries of this computer, and the one that is being moved. */
export function createLibraries(options: LibrariesOptions) {
  const { log, places, publish, desktop, settings, roots, downloads, onBroken } = options;
  const tell = createThrottle(publishInterval, () => {
    list.read().then(
      (state) => publish('libraries.changed', state),
      (error: unknown) => log.warn('libraries.not-read', { error }),
    );
  });
  const mover = createMover({
    file: createJsonFile({ file: places.libraryMove, schema: MoveRecord, log, onBroken }),
    journalFile: places.libraryMoveJournal,
    ...{ sharing: options.sharing, log, retryDelay },
    release: downloads.release,
    async follow(from, to, id) {
      await roots.adopt(to, id);
      await list.follow(from, to);
      await downloads.follow(from, to);
      await roots.forget(from);
    },
    onChange() {
      tell();
      if (mover.moving() === null) downloads.wake(); // wakes those that waited for it
    },
    onDone({ from, to }, kept) {
      const left =
        kept === 1
          ? sentence`One file stayed in ${{ from }}, because it changed while the library was moved.`
          : sentence`${{ kept }} files stayed in ${{ from }}, because they changed while the library was moved.`;
      const place = sentence`It is now in ${{ to }}.`;
      desktop.notify('The library has moved', kept === 0 ? place : inTurn(place, left));
    },
  });
  const list = createLibraryList({
    ...{ settings, roots, mover, showLibrary: options.showLibrary, onRelocated: options.onRelocated },
    ...{ chooseFolder: desktop.chooseFolder, home: options.home },
  });
  return { handlers: list.handlers, tell, mover };
}

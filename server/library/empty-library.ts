import type { Db } from '../base/db/open-database.ts';
import { sentence } from '../contract/sentence.ts';
import type { Library } from './library.ts';
import { watchOutsideChanges } from './watch/outside-changes.ts';

/** Poll interval in milliseconds, until all awaited hosts have been read. */
const lookEvery = 400;

type Parts = {
  readonly db: Db;
  /** Addresses of the file hosts that must be read first. */
  readonly awaited: () => readonly string[];
};

/**
 * Takes the place of the library on a server that has none and only follows file hosts. Ready once all awaited hosts
 * have been read and their models can be searched. Also notices what other processes on the same data folder write.
 */
export function createEmptyLibrary({ db, awaited }: Parts): Library {
  const listeners: (() => Promise<void>)[] = [];
  // A failing listener has logged its error, and is called again on the next change.
  const announce = () => Promise.all(listeners.map((listen) => listen().catch(() => {})));
  const outside = watchOutsideChanges(db, {
    onChange() {
      outside.note();
      void announce();
    },
    onTrouble: () => {}, // the log already reports trouble with the data folder
  });
  let isReady = awaited().length === 0;
  let isBecoming = false;
  const become = async () => {
    isBecoming = true;
    await announce();
    isReady = true;
    clearInterval(looking);
  };
  const look = () => {
    if (!isReady && !isBecoming && awaited().length === 0) void become();
  };
  const looking = setInterval(look, lookEvery).unref();
  return {
    isReady() {
      look();
      return isReady;
    },
    waitsFor() {
      const [first, ...others] = awaited();
      if (first === undefined) return 'The search index is being updated. Try again soon.';
      return others.length === 0
        ? sentence`${{ host: first }} is being read for the first time. Try again soon.`
        : sentence`${{ host: first }} and ${{ count: others.length }} more file hosts are being read for the first time. Try again soon.`;
    },
    progress: () => ({ done: 0, total: 0 }),
    onChange: (listener) => void listeners.push(listener),
    scan: async () => ({ models: 0, changed: 0, removed: 0, problems: 0 }),
    state: () => ({ isScanning: false, lastScanAt: null }),
    rescan: () => {},
    reread: async () => {},
    async close() {
      clearInterval(looking);
      outside.close();
    },
  };
}

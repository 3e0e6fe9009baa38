import type { Db } from '../base/db/open-database.ts';
import type { Library } from './library.ts';
import { watchOutsideChanges } from './watch/outside-changes.ts';

/**
 * What a server without a library has in its place: nothing to read, and ready at once. It sees what other processes on
 * the same data folder take in.
 */
export function createNoLibrary(db: Db): Library {
  const listeners: (() => Promise<void>)[] = [];
  const outside = watchOutsideChanges(db, {
    onChange() {
      outside.note();
      // A listener that fails has said so, and is called again with the next change.
      for (const listen of listeners) listen().catch(() => {});
    },
    onTrouble: () => {}, // the log says that the data folder is in trouble
  });
  return {
    isReady: () => true,
    progress: () => ({ done: 0, total: 0 }),
    onChange: (listener) => void listeners.push(listener),
    scan: async () => ({ models: 0, changed: 0, removed: 0, problems: 0 }),
    state: () => ({ isScanning: false, lastScanAt: null }),
    rescan: () => {},
    reread: async () => {},
    close: async () => outside.close(),
  };
}

import type { Library } from './library.ts';

/** What a server without a library has in its place: nothing to read, and ready at once. */
export function createNoLibrary(): Library {
  return {
    isReady: () => true,
    progress: () => ({ done: 0, total: 0 }),
    onChange: () => {},
    scan: async () => ({ models: 0, changed: 0, removed: 0, problems: 0 }),
    state: () => ({ isScanning: false, lastScanAt: null }),
    rescan: () => {},
    reread: async () => {},
    close: async () => {},
  };
}

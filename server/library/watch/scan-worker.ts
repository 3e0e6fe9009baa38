import { entryFile, keepThread } from '../../base/threads/start.ts';
import type { ScanResult } from '../scan/scan-library.ts';
import type { ScanNews, ScanSettings, ScanThread, ScanWish } from './serve-scans.ts';

export type ScanWorker = {
  readonly scan: (wish: ScanWish) => Promise<ScanResult>;
  /** Takes in changes by itself from now on. */
  readonly watch: () => void;
  readonly close: () => Promise<void>;
};

type Listeners = {
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
  readonly onCommit: () => void;
  /** Changes were noticed and taken in. */
  readonly onKept: (result: ScanResult) => void;
  readonly onTrouble: (message: string) => void;
};

const restartMs = 5000;

/** Reads the library in a thread with a connection of its own to the database, so that the server goes on serving. */
export function createScanWorker(settings: ScanSettings, listeners: Listeners): ScanWorker {
  let isWatching = false;

  function hear(news: ScanNews): void {
    if (news.kind === 'progress') listeners.onProgress(news);
    else if (news.kind === 'committed') listeners.onCommit();
    else if (news.kind === 'kept') listeners.onKept(news.result);
    else listeners.onTrouble(news.message);
  }

  const thread = keepThread<ScanThread>(entryFile('scan-thread'), {
    data: () => settings,
    patienceMs: null, // it lets what it writes be finished
    onNews: hear,
    onEnd({ message }) {
      listeners.onTrouble(`The thread that reads the library has ended: ${message}`);
      if (isWatching) setTimeout(() => thread.tell('watch'), restartMs).unref();
    },
  });

  return {
    scan: (wish) => thread.call('scan', wish),
    watch() {
      isWatching = true;
      thread.tell('watch');
    },
    close: thread.close,
  };
}

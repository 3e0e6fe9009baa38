import { codeOf } from '../../base/storage/storage-fault.ts';
import { entryFile, fewNewObjects, keepThread } from '../../base/threads/start.ts';
import type { Words } from '../../contract/sentence.ts';
import type { ScanResult } from '../scan/scan-options.ts';
import type { RereadWish, ScanNews, ScanSettings, ScanThread, ScanWish } from './serve-scans.ts';

type Listeners = {
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
  readonly onCommit: () => void;
  /** A complete scan has finished. */
  readonly onSwept: () => void;
  /** Changes were noticed and taken in. */
  readonly onKept: (result: ScanResult) => void;
  /** The message says which folders are not watched; null: all are. */
  readonly onUnwatched: (message: Words | null) => void;
  /** `code` is the code of the underlying error, or empty. */
  readonly onTrouble: (message: string, code: string) => void;
};

const firstRestartMs = 5000;
const longestRestartMs = 60_000;

/** Reads the library in a thread with its own database connection, so that the server stays responsive. */
export function createScanWorker(settings: ScanSettings, listeners: Listeners) {
  let isWatching = false;
  /** Number of times in a row that the thread ended before it did any work. */
  let vainStarts = 0;
  let restart: NodeJS.Timeout | null = null;

  function hear(news: ScanNews): void {
    if (news.kind === 'progress') listeners.onProgress(news);
    else if (news.kind === 'committed') listeners.onCommit();
    else if (news.kind === 'swept') listeners.onSwept();
    else if (news.kind === 'kept') listeners.onKept(news.result);
    else if (news.kind === 'unwatched') listeners.onUnwatched(news.message);
    else listeners.onTrouble(news.message, news.code);
  }

  function watchAgain(): void {
    if (restart) clearTimeout(restart);
    restart = null;
    thread.tell('watch');
  }

  const thread = keepThread<ScanThread>(entryFile('scan-thread'), {
    data: () => settings,
    limits: fewNewObjects,
    patienceMs: null, // lets it finish what it writes
    onNews: hear,
    onEnd(error, hasWorked) {
      vainStarts = hasWorked ? 0 : vainStarts + 1;
      if (vainStarts <= 1)
        listeners.onTrouble(`The thread that reads the library has ended: ${error.message}`, codeOf(error));
      if (!isWatching || restart) return;
      const delay = Math.min(longestRestartMs, firstRestartMs * 2 ** vainStarts);
      restart = setTimeout(watchAgain, delay).unref();
    },
  });

  return {
    scan: (wish: ScanWish) => thread.call('scan', wish),
    reread: (wish: RereadWish) => thread.call('reread', wish),
    /** Starts picking up changes automatically. */
    watch() {
      isWatching = true;
      thread.tell('watch');
    },
    /** Retries immediately, as what failed may work now. */
    retry() {
      if (restart) watchAgain();
      else if (isWatching) thread.tell('retry');
    },
    async close() {
      if (restart) clearTimeout(restart);
      await thread.close();
    },
  };
}

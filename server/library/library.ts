import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { builtDemo } from '../base/built-dir.ts';
import type { Core } from '../base/core.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Readiness, Scanning } from '../base/http/status.ts';
import { createProblems } from '../catalogue/write/problems.ts';
import { textOf, type Words } from '../contract/sentence.ts';
import { copyDemo } from './copy-demo.ts';
import type { ScanResult } from './scan/scan-options.ts';
import { watchOutsideChanges } from './watch/outside-changes.ts';
import { createRareNews } from './watch/rare-news.ts';
import { createScanWorker } from './watch/scan-worker.ts';
import type { RereadWish } from './watch/serve-scans.ts';

export type Library = Readiness & {
  /** Copies the demo library, brings the catalogue in line with the folder, and follows changes, as configured. */
  scan(log: FastifyBaseLogger): Promise<ScanResult>;
  readonly state: Scanning['state'];
  /** Scans everything again, unless a scan is running. */
  rescan(): void;
  reread(wish: RereadWish): Promise<void>;
  close(): Promise<void>;
};

const ignore = () => {};
const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** Records in the database that this library has been read completely, for other processes and later starts. */
function createReadNote(db: Db, libraryName: string) {
  const find = db.prepare("SELECT 1 FROM catalogue_setting WHERE name = 'library_read' AND value = ?");
  const put = db.prepare("INSERT OR REPLACE INTO catalogue_setting (name, value) VALUES ('library_read', ?)");
  const isThere = () => find.get(libraryName) !== undefined;
  return {
    isThere,
    write() {
      if (!isThere()) put.run(libraryName);
    },
  };
}

type Parts = Pick<Core, 'config' | 'db' | 'clock'> & {
  readonly storage: Pick<Storage, 'explain' | 'onRecovered'>;
};

/**
 * The library folder behind the catalogue. Ready once any process has ever read all of it: what was found then is
 * served while a scan looks for changes. A failed first scan is retried.
 */
export function createLibrary({ config, db, clock, storage }: Parts): Library {
  const stopping = new AbortController();
  const { signal } = stopping;
  const readNote = createReadNote(db, config.libraryName);
  let isReady = false;
  let hasScanned = false;
  let progress = { done: 0, total: 0 };
  const listeners: (() => Promise<void>)[] = [];
  const announce = () => {
    outside.note();
    return Promise.all(listeners.map((listen) => listen()));
  };
  // A scan commits constantly, and each update of the search index costs as much as all recent changes together.
  const announceRarely = createRareNews({
    tell: announce,
    wait: (ms) => wait(ms, undefined, { signal, ref: false }),
  });
  const onCommit = () => {
    tellMissing();
    announceRarely();
  };
  let running: Promise<unknown> = Promise.resolve();
  let lastScanAt: number | null = null;
  const noteScan = () => {
    lastScanAt = clock();
    tellMissing();
  };
  const problems = createProblems(db);
  let unwatched: Words | null = null;
  let missing: Words | null = null;
  /** Logs once when the library goes away, and once when it is back. */
  const tellMissing = () => {
    const before = missing;
    missing = problems.whyAway();
    if (missing !== null && before === null) log?.warn({ event: 'library-missing' }, textOf(missing));
    if (missing === null && before !== null)
      log?.info({ event: 'library-back' }, 'The library is there again.');
  };
  let scanning = 0;
  /** Number of folders being reread on request; null for a complete scan, which discovers its total as it goes. */
  let rereading: number | null = null;
  const onProgress = ({ done, total }: { done: number; total: number }) => {
    progress = rereading === null ? { done, total } : { done: Math.min(done, rereading), total: rereading };
  };
  const follow = async <T>(work: Promise<T>): Promise<T> => {
    scanning += 1;
    try {
      return await work;
    } finally {
      scanning -= 1;
    }
  };
  let log: FastifyBaseLogger | null = null;
  const outside = watchOutsideChanges(db, {
    onChange: onCommit,
    onTrouble: (error) =>
      log?.warn({ event: 'catalogue-unread', err: error }, 'Changes by other programs cannot be seen.'),
  });
  const { libraryDir, bucket, defaultPriceCents, isRecognising, isReviewing, quietMs, sweepMs } = config;
  const hasEmbedder = config.embeddings !== null;
  const { readers } = config.tuning;
  const worker = createScanWorker(
    {
      ...{ databaseFile: db.name, libraryDir, bucket, defaultPriceCents, isRecognising, isReviewing },
      ...{ quietMs, sweepMs, hasEmbedder, readers },
    },
    {
      onProgress,
      onCommit,
      onSwept: noteScan,
      onKept: (result) => log?.info({ event: 'library-changed', ...result }),
      onUnwatched(message) {
        // The number of watched folders can change repeatedly.
        if (message !== null && unwatched === null) log?.warn({ event: 'library-trouble' }, textOf(message));
        unwatched = message;
      },
      onTrouble(message, code) {
        storage.explain({ code });
        log?.warn({ event: 'library-trouble' }, message);
      },
    },
  );
  const scanOnce = (isPatient: boolean, isWatching = false) =>
    follow(worker.scan({ clockAhead: clock() - Date.now(), isPatient, isWatching }))
      .then((result) => {
        noteScan();
        return result;
      })
      .finally(announce);
  const run = async (given: FastifyBaseLogger) => {
    log = given;
    if (config.isDemo) await copyDemo({ from: builtDemo, folder: config.libraryDir, signal });
    // Watching takes memory just when a first scan needs most of it.
    const result = await scanOnce(quietMs > 0, config.isWatched && readNote.isThere());
    if (config.isWatched && !hasScanned) worker.watch();
    hasScanned = true;
    isReady = true;
    if (missing === null) noteRead();
    log.info({ event: 'scanned', ...result });
    return result;
  };
  const noteRead = () => {
    try {
      readNote.write();
    } catch (error) {
      storage.explain(error); // what was read is served anyway
    }
  };
  let failures = 0;
  let retry: { readonly now: () => void; readonly timer: NodeJS.Timeout } | null = null;
  const scan = (given: FastifyBaseLogger) => {
    const next = running.then(() => run(given));
    running = next.then(
      () => {
        failures = 0;
      },
      (error: unknown) => {
        storage.explain(error);
        if (!hasScanned && !signal.aborted) retryLater(given);
      },
    );
    return next;
  };
  const retryLater = (given: FastifyBaseLogger) => {
    failures += 1;
    const now = () => {
      clearTimeout(retry?.timer);
      retry = null;
      scan(given).catch(ignore);
    };
    const delay = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 20));
    retry = { now, timer: setTimeout(now, delay).unref() };
  };
  storage.onRecovered(() => {
    if (retry) retry.now();
    else worker.retry();
  });
  return {
    isReady() {
      isReady ||= readNote.isThere();
      return isReady;
    },
    progress: () => progress,
    warnings: () => [missing ?? [], unwatched ?? []].flat(),
    onChange: (listener) => listeners.push(listener),
    scan,
    state: () => ({ isScanning: scanning > 0, lastScanAt }),
    rescan() {
      if (scanning > 0) return;
      scanOnce(false).catch((error: unknown) => {
        storage.explain(error);
        log?.warn({ event: 'library-trouble', err: error }, 'The library could not be looked through.');
      });
    },
    async reread(wish) {
      rereading = wish.folders.length;
      progress = { done: 0, total: rereading };
      try {
        await follow(worker.reread(wish));
      } finally {
        progress = { done: rereading, total: rereading };
        rereading = null;
      }
      await announce();
    },
    async close() {
      stopping.abort();
      clearTimeout(retry?.timer);
      outside.close();
      await worker.close();
      await running;
    },
  };
}

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import { cacheBudgets } from '../../base/cache-budgets.ts';
import { openDatabase } from '../../base/db/open-database.ts';
import { codeOf } from '../../base/storage/storage-fault.ts';
import { giveMemoryBack } from '../../base/threads/give-memory-back.ts';
import type { ThreadType } from '../../base/threads/serve.ts';
import { followCatalogue } from '../../catalogue/search/embeddings/follow-catalogue.ts';
import { createProblems } from '../../catalogue/write/problems.ts';
import type { Config } from '../../config.ts';
import { inTurn, sentence, type Words } from '../../contract/sentence.ts';
import { openReviewMode } from '../corrections/review-mode.ts';
import { createSettling } from '../scan/folders/settling.ts';
import type { LibraryPool } from '../scan/library-pool.ts';
import { scanLibrary } from '../scan/scan-library.ts';
import type { ScanResult } from '../scan/scan-options.ts';
import { createFolderWatcher, type FolderWatcher, type Shortage } from './folder-watcher.ts';
import { createKeeper } from './library-keeper.ts';

const settings: Readonly<Record<string, string>> = {
  ENOSPC: 'fs.inotify.max_user_watches',
  EMFILE: 'fs.inotify.max_user_instances',
};

/** Says how many folders are not watched, and what helps. */
function describeShortage({ watched, total, error }: Shortage): Words {
  const what = sentence`The system watches ${{ watched }} of ${{ total }} folders of the library (${{ reason: error.message }}).`;
  const then = 'Changes in the others are found within a minute or two.';
  const setting = settings['code' in error ? String(error.code) : ''];
  if (process.platform !== 'linux' || setting === undefined) return inTurn(what, then);
  const raise = sentence`Raise ${{ setting }} (sysctl); the number of folders tells how far.`;
  return inTurn(what, then, raise);
}

export type ScanSettings = Pick<
  Config,
  'libraryDir' | 'bucket' | 'defaultPriceCents' | 'isRecognising' | 'isReviewing' | 'quietMs' | 'sweepMs'
> & {
  readonly databaseFile: string;
  /** True if changed models need new embeddings. */
  readonly hasEmbedder: boolean;
  /** Number of reading threads; null: one more than there are cores. */
  readonly readers: number | null;
};

export type ScanWish = {
  /** Difference between the server's clock and the system's, in milliseconds. */
  readonly clockAhead: number;
  /** Waits for folders that are being written; if that takes too long, leaves them out. */
  readonly isPatient: boolean;
  /** Watches folders as they are visited, because `watch` follows, which then needs one pass fewer. */
  readonly isWatching?: boolean;
};

export type RereadWish = {
  /** Relative to the library; includes everything in them. */
  readonly folders: readonly string[];
  /** Folders to evaluate again from the stored facts of their files. */
  readonly units: readonly string[];
};

export type ScanNews =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'committed' }
  | { readonly kind: 'swept' }
  | { readonly kind: 'kept'; readonly result: ScanResult }
  | { readonly kind: 'unwatched'; readonly message: Words | null }
  | { readonly kind: 'trouble'; readonly message: string; readonly code: string };

type ScanCalls = {
  scan(wish: ScanWish): Promise<ScanResult>;
  reread(wish: RereadWish): Promise<ScanResult>;
  watch(): void;
  retry(): void;
};
export type ScanThread = ThreadType<ScanSettings, ScanCalls, ScanNews>;

const checkpointPages = 8000;
const progressEvery = 100;
const settleRounds = 3;
const distrustedEvery = 400;
const longestDistrustMs = 30_000;

function openCatalogue({ databaseFile, hasEmbedder }: ScanSettings) {
  const db = openDatabase(databaseFile);
  // Keeps statement journals in memory, which saves a third of the writing.
  db.pragma('temp_store = MEMORY');
  if (hasEmbedder) followCatalogue(db);
  // Rows lost in a power cut are read again; a commit in the ledger makes all of them durable.
  db.pragma('synchronous = NORMAL');
  db.pragma('catalogue.synchronous = NORMAL');
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  // Rows are rarely read again after they were written, and the system caches them as well.
  db.pragma(`main.cache_size = -${cacheBudgets.scanPages / 1024}`);
  db.pragma(`catalogue.cache_size = -${cacheBudgets.scanCataloguePages / 1024}`);
  return db;
}

function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}

/** Detects when a missing folder has content again. */
function createReturns(away: () => readonly string[], libraryDir: string): () => boolean {
  const absent = new Set<string>();
  return () => {
    let isAnyBack = false;
    for (const place of away())
      if (!hasEntries(path.join(libraryDir, place))) absent.add(place);
      else if (absent.delete(place)) isAnyBack = true;
    return isAnyBack;
  };
}

type Parts = { readonly pool: LibraryPool; readonly tell: (news: ScanNews) => void };

/** Keeps the catalogue in line with the library, in a thread beside the serving one. Closing it closes the pool. */
export async function serveScans(settings: ScanSettings, { pool, tell }: Parts) {
  const { libraryDir, defaultPriceCents, isRecognising, isReviewing, quietMs, sweepMs } = settings;
  const db = openCatalogue(settings);
  const problems = createProblems(db);
  const review = openReviewMode(db, isReviewing);
  const closing = new AbortController();
  const scans = new PQueue({ concurrency: 1 });
  let clockAhead = 0;
  const clock = () => Date.now() + clockAhead;
  const settling = createSettling(quietMs, Date.now);
  const ones = new Set<string>();
  // Loaded for buckets only, as it takes HTTP, TLS and all of Node's fetch with it.
  const bucket =
    settings.bucket &&
    (await import('../../base/bucket/open-bucket-library.ts')).openBucketLibrary(settings.bucket);
  let watcher: FolderWatcher | null = null;
  let lastProgress = 0;

  const onProgress = (progress: { readonly done: number; readonly total: number }) => {
    if (Date.now() - lastProgress < progressEvery) return;
    lastProgress = Date.now();
    tell({ kind: 'progress', ...progress });
  };
  type Wish = {
    readonly only?: readonly string[];
    readonly anew?: ReadonlySet<string>;
    readonly isPatient?: boolean;
    /** Applies corrections without listing the library again. */
    readonly isCorrection?: boolean;
    readonly onPublished?: (result: ScanResult) => void;
  };
  async function scan({ isPatient = true, isCorrection = false, ...wish }: Wish): Promise<ScanResult> {
    if (!isCorrection) await bucket?.refresh(wish.only, closing.signal);
    return scanLibrary({
      ...{ db, pool, libraryDir, defaultPriceCents, isRecognising, clock, onProgress, ones, ...wish },
      review: review.isOn(),
      ...(isPatient && { settling }),
      signal: closing.signal,
      onCommit: () => tell({ kind: 'committed' }),
      onFolders: (folders, isModel) => watcher?.add(folders, isModel),
    });
  }
  const onError = (error: unknown) => {
    if (!closing.signal.aborted)
      tell({ kind: 'trouble', message: `The library could not be read: ${error}`, code: codeOf(error) });
  };
  async function scanAndTell(only?: readonly string[]): Promise<void> {
    const result = await scans.add(() => scan(only ? { only } : {}));
    if (!only) tell({ kind: 'swept' });
    // Changes by other processes are not in `result`, but must become searchable as well.
    tell(result.changed + result.removed > 0 ? { kind: 'kept', result } : { kind: 'committed' });
    if (only) return;
    db.pragma('shrink_memory');
    giveMemoryBack();
  }
  const keeper = createKeeper({
    settling,
    sweepMs,
    onError,
    isSomethingAway: () => problems.list().some(({ kind }) => kind === 'missing' || kind === 'unreadable'),
    ...(!bucket && { isSomethingBack: createReturns(problems.missing, libraryDir) }),
    scan: scanAndTell,
  });

  /** Scans everything, waiting briefly for folders that are being written; answers before sidecars are written. */
  async function scanWhole(isPatient: boolean, answer: (result: ScanResult) => void): Promise<void> {
    const isSettled = () => !isPatient || settling.folders().length === 0;
    let isAnswered = false;
    const onPublished = (result: ScanResult) => {
      isAnswered = isSettled();
      if (isAnswered) answer(result);
    };
    let result = await scan({ isPatient, onPublished });
    for (let round = 0; round < settleRounds && !isSettled(); round += 1) {
      await delay(quietMs, undefined, { signal: closing.signal });
      const { changed, removed, ...now } = await scan({ only: settling.folders() });
      result = { ...now, changed: result.changed + changed, removed: result.removed + removed };
    }
    if (!isAnswered) answer(result);
  }

  /** Reads files whose bytes differ from the inventory, also by other processes. Unreadable ones are retried later. */
  async function readDistrusted(pauseMs: number): Promise<void> {
    await delay(pauseMs, undefined, { signal: closing.signal, ref: false });
    const waiting = problems.distrusted().length;
    if (waiting > 0) await scanAndTell([]).catch(onError);
    const isStuck = waiting > 0 && problems.distrusted().length >= waiting;
    return readDistrusted(isStuck ? Math.min(2 * pauseMs, longestDistrustMs) : distrustedEvery);
  }
  readDistrusted(distrustedEvery).catch(() => undefined); // ends with the thread

  async function end() {
    closing.abort();
    watcher?.close();
    keeper.close();
    await pool.close();
    await scans.onIdle();
    bucket?.close();
    db.close();
  }

  const openWatcher = () =>
    createFolderWatcher({
      libraryDir,
      onTouched: keeper.touch,
      onShortage: (shortage) => tell({ kind: 'unwatched', message: shortage && describeShortage(shortage) }),
    });

  function watchLibrary() {
    // A bucket does not announce changes, so it is listed at intervals.
    if (bucket) return keeper.start();
    // The first pass watches each folder after visiting it; the second finds what changed in between.
    const passes = (watcher ? [0] : [0, 1]).map(() => scanAndTell());
    watcher ??= openWatcher();
    const start = () => {
      keeper.start();
      watcher?.start();
    };
    Promise.all(passes).catch(keeper.miss).finally(start);
  }

  const calls: ScanCalls = {
    scan({ clockAhead: ahead, isPatient, isWatching }) {
      clockAhead = ahead;
      if (isWatching && !bucket) watcher ??= openWatcher();
      const { promise, resolve, reject } = Promise.withResolvers<ScanResult>();
      scans.add(() => scanWhole(isPatient, resolve)).catch(reject);
      return promise;
    },
    async reread({ folders, units }) {
      return scans.add(() => scan({ only: folders, anew: new Set(units), isCorrection: true }));
    },
    watch: watchLibrary,
    retry: keeper.retry,
  };
  return { calls, end };
}

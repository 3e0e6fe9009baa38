import { setTimeout as delay } from 'node:timers/promises';
import { followCatalogue } from '../../catalogue/embeddings/follow-catalogue.ts';
import { openDatabase } from '../../db/open-database.ts';
import type { InspectionPool } from '../inspect/inspection-pool.ts';
import { createProblems } from '../scan/problems.ts';
import { type ScanResult, scanLibrary } from '../scan/scan-library.ts';
import { createSettling } from '../scan/settling.ts';
import { createFolderWatcher, type FolderWatcher } from './folder-watcher.ts';
import { createInTurn } from './in-turn.ts';
import { createKeeper } from './library-keeper.ts';
import type { ScanReport, ScanRequest, ScanSettings } from './scan-protocol.ts';

const checkpointPages = 8000;
const progressEvery = 100;
const settleRounds = 3;

function openCatalogue({ databaseFile, hasEmbedder }: ScanSettings) {
  const db = openDatabase(databaseFile);
  // What a statement with triggers may have to undo is kept in memory, not in a file: a third of the writing otherwise.
  db.pragma('temp_store = MEMORY');
  if (hasEmbedder) followCatalogue(db);
  // What a power cut takes from the catalogue is read again; a commit of money makes it all durable.
  db.pragma('synchronous = NORMAL');
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  return db;
}

function describeWatchFailure(error: Error): string {
  const advice =
    'code' in error && error.code === 'ENOSPC'
      ? ' Raise fs.inotify.max_user_watches (sysctl) to more than the number of folders, then restart.'
      : '';
  return `Changes of the library cannot be watched (${error.message}), so it is only looked through now and then.${advice}`;
}

type Parts = { readonly pool: InspectionPool; readonly send: (report: ScanReport) => void };

/** Keeps the catalogue in line with the library, beside the thread that serves. It closes the pool with itself. */
export function serveScans(settings: ScanSettings, { pool, send }: Parts): (request: ScanRequest) => void {
  const { libraryDir, defaultPriceCents, quietMs, sweepMs } = settings;
  const db = openCatalogue(settings);
  const problems = createProblems(db);
  const closing = new AbortController();
  const inTurn = createInTurn();
  let clockAhead = 0;
  const clock = () => Date.now() + clockAhead;
  const settling = createSettling(quietMs, Date.now);
  let watcher: FolderWatcher | null = null;
  let lastProgress = 0;

  const onProgress = (progress: { readonly done: number; readonly total: number }) => {
    if (Date.now() - lastProgress < progressEvery) return;
    lastProgress = Date.now();
    send({ kind: 'progress', ...progress });
  };
  type Wish = {
    readonly only?: readonly string[];
    readonly isPatient?: boolean;
    readonly onPublished?: (result: ScanResult) => void;
  };
  const scan = ({ isPatient = true, ...wish }: Wish): Promise<ScanResult> =>
    scanLibrary({
      ...{ db, pool, libraryDir, defaultPriceCents, clock, onProgress, ...wish },
      ...(isPatient && { settling }),
      signal: closing.signal,
      onCommit: () => send({ kind: 'committed' }),
      onFolders: (folders, isModel) => watcher?.add(folders, isModel),
    });
  const onError = (error: unknown) => {
    if (!closing.signal.aborted)
      send({ kind: 'trouble', message: `The library could not be read: ${error}` });
  };
  async function scanAndTell(only?: readonly string[]): Promise<void> {
    const result = await inTurn(() => scan(only ? { only } : {}));
    // What another process took in is no change here, and is to be searchable all the same.
    send(result.changed + result.removed > 0 ? { kind: 'kept', result } : { kind: 'committed' });
  }
  const keeper = createKeeper({
    settling,
    sweepMs,
    onError,
    isSomethingAway: () => problems.list().some(({ kind }) => kind === 'missing' || kind === 'unreadable'),
    scan: scanAndTell,
  });

  /** A whole scan that waits a little for folders that are being written into; answers before sidecars are written. */
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

  async function close() {
    closing.abort();
    watcher?.close();
    keeper.close();
    await pool.close();
    await inTurn(async () => undefined);
    db.close();
    send({ kind: 'closed' });
  }

  function watchLibrary() {
    watcher ??= createFolderWatcher({
      libraryDir,
      onTouched: keeper.touch,
      onFailure: (error) => send({ kind: 'trouble', message: describeWatchFailure(error) }),
    });
    // The first pass watches each folder after it was looked at; the second sees what changed in between.
    const passes = [0, 1].map(() => scanAndTell());
    Promise.all(passes).catch(onError).finally(keeper.start);
  }

  return (request: ScanRequest) => {
    if (request.kind === 'close') return void close();
    if (request.kind === 'watch') return watchLibrary();
    const { id } = request;
    clockAhead = request.clockAhead;
    inTurn(() => scanWhole(request.isPatient, (result) => send({ kind: 'scanned', id, result }))).catch(
      (error: unknown) =>
        send({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) }),
    );
  };
}

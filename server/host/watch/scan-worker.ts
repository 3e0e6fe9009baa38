import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ScanResult } from '../scan/scan-library.ts';
import type { ScanReport, ScanRequest, ScanSettings } from './scan-protocol.ts';

export type ScanWorker = {
  /** `isPatient`: folders that are being written into are waited for, and left out when that takes long. */
  readonly scan: (wish: { readonly clockAhead: number; readonly isPatient: boolean }) => Promise<ScanResult>;
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
const isSource = import.meta.filename.endsWith('.ts');
const entry = path.join(import.meta.dirname, isSource ? 'scan-thread.ts' : 'scan-thread.js');

/** Reads the library in a thread with a connection of its own to the database, so that the server goes on serving. */
export function createScanWorker(settings: ScanSettings, listeners: Listeners): ScanWorker {
  const waiting = new Map<number, PromiseWithResolvers<ScanResult>>();
  const closed = Promise.withResolvers<void>();
  let worker: Worker | null = null;
  let isClosing = false;
  let isWatching = false;
  let lastId = 0;

  function hear(report: ScanReport): void {
    if (report.kind === 'progress') listeners.onProgress(report);
    else if (report.kind === 'committed') listeners.onCommit();
    else if (report.kind === 'kept') listeners.onKept(report.result);
    else if (report.kind === 'trouble') listeners.onTrouble(report.message);
    else if (report.kind === 'closed') closed.resolve();
    else if (report.kind === 'scanned') settle(report.id)?.resolve(report.result);
    else settle(report.id)?.reject(new Error(report.message));
  }

  function settle(id: number) {
    const found = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0 && !isClosing) worker?.unref();
    return found;
  }

  function lose(error: Error): void {
    if (!isClosing) listeners.onTrouble(`The thread that reads the library has ended: ${error.message}`);
    worker = null;
    closed.resolve();
    for (const id of waiting.keys()) settle(id)?.reject(error);
    if (isWatching && !isClosing) setTimeout(() => watchAgain(), restartMs).unref();
  }

  function watchAgain(): void {
    if (!isClosing) ask({ kind: 'watch' });
  }

  function start(): Worker {
    const started = new Worker(entry, { workerData: settings });
    started.on('message', hear);
    started.on('error', lose);
    started.unref();
    return started;
  }

  function ask(request: ScanRequest): void {
    worker ??= start();
    worker.postMessage(request);
  }

  return {
    scan(wish) {
      const scanned = Promise.withResolvers<ScanResult>();
      lastId += 1;
      waiting.set(lastId, scanned);
      ask({ kind: 'scan', id: lastId, ...wish });
      worker?.ref();
      return scanned.promise;
    },
    watch() {
      isWatching = true;
      ask({ kind: 'watch' });
    },
    async close() {
      isClosing = true;
      if (!worker) return;
      worker.ref();
      ask({ kind: 'close' });
      await closed.promise;
      await worker?.terminate();
    },
  };
}

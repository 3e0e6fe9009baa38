import { mkdir } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open-database.ts';
import { writeDemoLibrary } from './demo/write-demo-library.ts';
import { createInspectionPool } from './host/inspect/inspection-pool.ts';
import { type ScanResult, scanLibrary } from './host/scan/scan-library.ts';

export type Library = {
  readonly isReady: () => boolean;
  readonly progress: () => { readonly done: number; readonly total: number };
  /** Called after every batch of changes that was committed. */
  readonly onChange: (listener: () => Promise<void>) => void;
  /** Makes the demo library where one is wanted, then brings the catalogue in line with the folder. */
  scan(log: FastifyBaseLogger): Promise<ScanResult>;
  close(): Promise<void>;
};

const ignore = () => {};

/** The library folder behind the catalogue. Ready once its first scan is done. */
export function createLibrary({ config, db, clock }: { config: Config; db: Db; clock: Clock }): Library {
  const pool = createInspectionPool();
  const stopping = new AbortController();
  const { signal } = stopping;
  const { isDemo } = config;
  let isReady = false;
  let progress = { done: 0, total: 0 };
  const listeners: (() => Promise<void>)[] = [];
  const announce = () => Promise.all(listeners.map((listen) => listen()));
  let running: Promise<unknown> = Promise.resolve();
  const onProgress = (next: { done: number; total: number }) => {
    progress = next;
  };
  const scanOnce = () => {
    const { libraryDir, defaultPriceCents } = config;
    return scanLibrary({
      db,
      pool,
      libraryDir,
      defaultPriceCents,
      clock,
      signal,
      onProgress: isDemo ? ignore : onProgress,
      onCommit: () => void announce().catch(ignore),
    }).finally(announce);
  };
  /** Makes the demo library and takes in each model as soon as it is there. */
  const makeDemo = async () => {
    await mkdir(config.libraryDir, { recursive: true });
    let scanning: Promise<unknown> = Promise.resolve();
    let isScanning = false;
    const takeIn = () => {
      if (isScanning) return;
      isScanning = true;
      scanning = scanOnce().finally(() => {
        isScanning = false;
      });
      scanning.catch(ignore);
    };
    const onModel = (made: { done: number; total: number }) => {
      onProgress(made);
      takeIn();
    };
    await writeDemoLibrary({ folder: config.libraryDir, signal, onModel }).finally(() => scanning);
  };
  const run = async (log: FastifyBaseLogger) => {
    if (isDemo) await makeDemo();
    const result = await scanOnce();
    isReady = true;
    log.info({ event: 'scanned', ...result });
    return result;
  };
  return {
    isReady: () => isReady,
    progress: () => progress,
    onChange: (listener) => listeners.push(listener),
    scan(log) {
      const next = running.then(() => run(log));
      running = next.catch(() => {});
      return next;
    },
    async close() {
      stopping.abort();
      await running;
      await pool.close();
    },
  };
}

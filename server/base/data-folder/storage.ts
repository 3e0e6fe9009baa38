import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AppError } from '../../contract/errors.ts';
import type { Db } from '../db/open-database.ts';
import { cureOf, type StorageFault, toRefusal, toStorageFault, whyOf } from '../storage/storage-fault.ts';
import { openDataFolderProbe } from './data-folder-probe.ts';

/** Whether the data folder can be written. Every writer asks here first and reports its failures here. */
export type Storage = {
  /** The error for callers while nothing can be written, or null. Also checks that the database is in place. */
  refusal(): AppError | null;
  /** Resolves when a change can be written; waits up to `patience` for another writer, asynchronously. Throws the refusal. */
  admit(): Promise<void>;
  /** Records an error and returns it as callers should see it; unknown errors are returned unchanged. */
  explain(error: unknown): unknown;
  /** Calls back each time the folder becomes writable again. */
  onRecovered(listener: () => void): void;
  /** Starts the periodic checks and the log. After this, no statement of the main connection waits long for a lock. */
  start(log: StorageLog): void;
  close(): Promise<void>;
};

type StorageLog = Record<'error' | 'info', (details: object, message: string) => void>;

type Options = {
  /** Milliseconds that a change waits for other writers. */
  readonly patience?: number;
};

/** Milliseconds between checks; locks are released soon, so they are checked more often. */
const lookEvery = { well: 1000, locked: 100, faulty: 1000 } as const;
const askAgainEvery = 10;
/** Milliseconds that a statement may block the event loop, waiting for a writer that came after it was admitted. */
const longestBlock = 250;

/** Watches the folder of `db`, the main connection, which itself refuses every change while nothing can be written. */
export function openStorage(db: Db, { patience = 700 }: Options = {}): Storage {
  const dataDir = path.dirname(db.name);
  const probe = openDataFolderProbe(db);
  const listeners: (() => void)[] = [];
  let fault: StorageFault | null = null;
  let faultySince = 0;
  let log: StorageLog | null = null;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();
  let rouse = () => {};

  const tellFault = (reason: StorageFault, err?: unknown) =>
    log?.error(
      { event: 'storage', reason, dataDir, ...(err !== undefined && { err }) },
      `${whyOf(reason)}, so nothing can be written to ${dataDir}; reading goes on. ${cureOf(reason)}`,
    );
  /** SQLite reports most failed writes with the same code, so looks for the cause. */
  const toReason = (found: StorageFault): StorageFault => {
    if (!probe.isInPlace()) return 'replaced';
    return found === 'broken' && probe.isReadOnly() ? 'read-only' : found;
  };
  const enter = (found: StorageFault, cause?: unknown) => {
    const reason = toReason(found);
    if (reason === fault || isClosed) return;
    if (fault === null) faultySince = Date.now();
    fault = reason;
    db.pragma('query_only = ON');
    tellFault(reason, cause);
    rouse();
  };
  const leave = () => {
    if (fault === null) return;
    const seconds = Math.round((Date.now() - faultySince) / 1000);
    log?.info(
      { event: 'storage', reason: fault, dataDir },
      `${dataDir} can be written again, after ${seconds} s.`,
    );
    fault = null;
    db.pragma('query_only = OFF');
    for (const listen of listeners) listen();
  };
  const refusal = () => {
    if (fault !== 'replaced' && !probe.isInPlace()) enter('replaced');
    return fault && toRefusal(fault);
  };
  const requireWritable = () => {
    const refused = refusal();
    if (refused) throw refused;
  };
  /** Faults that only a successful write clears. */
  const lasting = () => (fault === 'locked' ? null : fault);
  /** The lock may be held by another writer that hit the full disk, so callers hear about the disk. */
  const toTold = (found: StorageFault, cause?: unknown): readonly [StorageFault, unknown?] => {
    const before = found === 'locked' ? lasting() : null;
    return before === null ? [found, cause] : [before];
  };
  /** Counts checks rather than time: a process that was suspended has not been waiting. */
  const becomesFree = async () => {
    for (let left = patience; probe.isLocked(); left -= askAgainEvery) {
      if (left <= 0 || isClosed) return false;
      await wait(askAgainEvery);
      if (lasting() !== null) return false;
    }
    return true;
  };
  const find = async (): Promise<readonly [StorageFault, unknown?] | null> => {
    if (!probe.isInPlace()) return ['replaced'];
    try {
      const isFree = fault === 'locked' ? !probe.isLocked() : await becomesFree();
      if (!isFree) return toTold('locked');
      if (lasting() !== null || (await probe.isSuspect())) await probe.write();
    } catch (error) {
      return toTold(toStorageFault(error) ?? 'broken', error);
    }
    return null;
  };
  const look = async () => {
    const before = fault;
    const found = await find();
    if (isClosed) return;
    if (found !== null) enter(...found);
    // A fault that began during the look is looked into by the next one.
    else if (before !== null && fault === before && probe.isInPlace()) leave();
  };
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref();
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!isClosed) {
      await look();
      if (!isClosed)
        await pause(fault === null ? lookEvery.well : lookEvery[fault === 'locked' ? 'locked' : 'faulty']);
    }
  };

  return {
    refusal,
    async admit() {
      requireWritable();
      if (!(await becomesFree()) && lasting() === null) enter('locked');
      requireWritable();
    },
    explain(error) {
      const found = toStorageFault(error);
      if (found === null) return error;
      if (fault === null) enter(found, error);
      return toRefusal(fault ?? found);
    },
    onRecovered: (listener) => void listeners.push(listener),
    start(given) {
      log = given;
      db.pragma(`busy_timeout = ${longestBlock}`);
      if (fault !== null) tellFault(fault);
      running = run();
    },
    async close() {
      isClosed = true;
      rouse();
      await running;
      probe.close();
    },
  };
}

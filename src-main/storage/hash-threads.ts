import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { hashFile } from './hash-file.ts';

export type HashOrder = { readonly file: string };
/** Null for a file that cannot be read. */
export type HashAnswer = { readonly sha256: string | null };

/** More would wait for the disk. */
const most = 8;
/** How long threads wait for more to do, in milliseconds. */
const idleTime = 5000;

const never = new AbortController().signal;

type Options = { readonly count?: number; readonly threadFile?: URL };

/** As it was written, or beside this file once it is built. */
const ownFile = () =>
  new URL(`./hash-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/**
 * Hashes files on all cores, while the event loop is free for others. Threads start when they are wanted, end when nobody
 * wants them for a while, and never keep the app from ending. What a thread that dies has not hashed is hashed without it.
 */
export function createHashThreads({
  count = Math.min(most, availableParallelism()),
  threadFile = ownFile(),
}: Options = {}) {
  const free: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  let running = 0;
  let idle: NodeJS.Timeout | null = null;

  function start(): Worker {
    running += 1;
    const worker = new Worker(threadFile);
    worker.unref();
    worker.on('error', () => undefined); // it exits too
    worker.once('exit', () => {
      running -= 1;
      const at = free.indexOf(worker);
      if (at !== -1) free.splice(at, 1);
      if (waiting.length > 0 && running < count) give(start());
    });
    return worker;
  }

  function rest(worker: Worker): void {
    free.push(worker);
    if (free.length === running) idle ??= setTimeout(endIdle, idleTime).unref();
  }

  function give(worker: Worker): void {
    const next = waiting.shift();
    if (next === undefined) rest(worker);
    else next(worker);
  }

  function endIdle(): void {
    idle = null;
    if (free.length === running) for (const worker of free.splice(0)) void worker.terminate();
  }

  function take(): Worker | Promise<Worker> {
    if (idle !== null) clearTimeout(idle);
    idle = null;
    const worker = free.pop();
    if (worker !== undefined) return worker;
    if (running < count) return start();
    return new Promise((resolve) => void waiting.push(resolve));
  }

  return {
    count,
    /** The SHA-256 of a file as hexadecimal text; null if it cannot be read. */
    async hash(file: string): Promise<string | null> {
      const worker = await take();
      return new Promise((resolve) => {
        const finish = () => worker.off('message', hear).off('exit', fail).unref();
        const hear = ({ sha256 }: HashAnswer) => {
          finish();
          resolve(sha256);
          give(worker);
        };
        const fail = () => {
          finish();
          resolve(hashFile(file, never).catch(() => null));
        };
        worker.ref();
        worker.once('message', hear).once('exit', fail);
        worker.postMessage({ file } satisfies HashOrder);
      });
    },
  };
}

export type HashThreads = ReturnType<typeof createHashThreads>;

import path from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { isSource } from '../built-dir.ts';
import { type EntryName, entries } from './entries.ts';
import { type AnyThread, endOrder, type Message, type Order, type ThreadData } from './serve.ts';

/** Tests of the sources name the folder of fresh built threads, which start in two thirds of the time. */
const builtThreads = isSource ? process.env.LODESTOCK_TEST_THREADS : import.meta.dirname;

/** Path of an entry's code: below server/ when the sources run, next to this file in the built app. */
export const entryFile = (name: EntryName): string =>
  builtThreads
    ? path.join(builtThreads, `${name}.js`)
    : path.join(import.meta.dirname, '../..', entries[name]);

/** For threads with many small things: with much memory, V8 let three readers take 160 MB each instead of 40, no faster. */
export const fewNewObjects: ResourceLimits = { maxYoungGenerationSizeMb: 16 };

export type ThreadOptions<T extends AnyThread> = {
  readonly data: T['data'];
  readonly limits?: ResourceLimits;
  /** Milliseconds that it has to end when closed; 0 terminates it at once, null waits for as long as it takes. */
  readonly patienceMs?: number | null;
  readonly onNews?: (news: T['news']) => void;
  /** Called if it ends without being closed, after its calls were rejected; `hasWorked`: it had sent something. */
  readonly onEnd?: (error: Error, hasWorked: boolean) => void;
};

export type Thread<T extends AnyThread> = {
  /** Rejects with the call's error, or when the thread ends. The process stays alive while calls are pending. */
  call<N extends keyof T['calls'] & string>(
    name: N,
    ...input: Parameters<T['calls'][N]>
  ): Promise<Awaited<ReturnType<T['calls'][N]>>>;
  /** Sends a call without an answer; lost if the thread has ended. */
  tell<N extends keyof T['calls'] & string>(name: N, ...input: Parameters<T['calls'][N]>): void;
  pending(): number;
  /** Whether the process must stay alive for work sent with `tell`. */
  setBusy(isBusy: boolean): void;
  /** CPU time so far, in milliseconds; not answered during a system call. */
  cpuMs(): Promise<number>;
  /** Terminates it as if it had crashed. */
  kill(): void;
  close(): Promise<void>;
};

type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

/** Milliseconds; enough for a call to finish. A thread terminated inside SQLite's library aborts the whole process. */
const usualPatience = 3000;

/** Node reports a thread that cannot load its modules under many codes, so checks the text too. */
const nameExhaustion = (error: Error): Error =>
  /E[MN]FILE|too many open files/.test(error.message) ? Object.assign(error, { code: 'EMFILE' }) : error;

const nameOf = (file: string) => path.basename(file, path.extname(file));

/** Starts a thread. It keeps the process alive only while calls are pending, while it is busy, and while it closes. */
export function startThread<T extends AnyThread>(file: string, options: ThreadOptions<T>): Thread<T> {
  const { data, limits, patienceMs = usualPatience, onNews, onEnd } = options;
  const ending = new Int32Array(new SharedArrayBuffer(4));
  const workerData: ThreadData<T['data']> = { data, ending };
  const worker = new Worker(file, { workerData, ...(limits && { resourceLimits: limits }) });
  const waiting = new Map<number, Waiting>();
  const exited = Promise.withResolvers<void>();
  let lastId = 0;
  let isClosing = false;
  let hasExited = false;
  let isBusy = false;
  let hasWorked = false;
  let reason: Error | null = null;

  const refusal = () => {
    const why = reason?.message ?? (isClosing ? 'it was closed' : 'it stopped by itself');
    const code = reason !== null && 'code' in reason ? { code: reason.code } : {};
    return Object.assign(new Error(`The ${nameOf(file)} ended: ${why}`, { cause: reason }), code);
  };
  const settle = (message: Extract<Message, { id: number }>) => {
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    // While closing, the process waits for the thread's end alone.
    if (waiting.size === 0 && !isClosing) worker.unref();
    if ('result' in message) return call?.resolve(message.result);
    const { message: text, ...rest } = message.error;
    call?.reject(Object.assign(new Error(text), rest));
  };
  worker.on('message', (message: Message) => {
    hasWorked = true;
    if ('news' in message) onNews?.(message.news);
    else settle(message);
  });
  worker.on('error', (error) => {
    const found = error instanceof Error ? error : new Error(String(error));
    reason = hasWorked ? found : nameExhaustion(found);
  });
  worker.once('exit', () => {
    hasExited = true;
    for (const { reject } of waiting.values()) reject(refusal());
    waiting.clear();
    if (!isClosing) onEnd?.(reason ?? refusal(), hasWorked);
    exited.resolve();
  });
  worker.unref();

  return {
    call(name, ...input) {
      if (isClosing || hasExited) return Promise.reject(refusal());
      return new Promise((resolve, reject) => {
        lastId += 1;
        worker.postMessage({ id: lastId, name, input } satisfies Order);
        waiting.set(lastId, { resolve, reject });
        if (waiting.size === 1) worker.ref();
      });
    },
    tell: (name, ...input) => hasExited || worker.postMessage({ name, input } satisfies Order),
    pending: () => waiting.size,
    setBusy(isNowBusy) {
      isBusy = isNowBusy;
      if (hasExited) return;
      if (isBusy) worker.ref();
      else worker.unref();
    },
    async cpuMs() {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1000;
    },
    kill: () => void (hasExited || worker.terminate()),
    async close() {
      if (isClosing || hasExited) return exited.promise;
      isClosing = true;
      Atomics.store(ending, 0, 1);
      worker.ref();
      worker.postMessage(endOrder);
      const cutOff = patienceMs === null ? undefined : setTimeout(() => void worker.terminate(), patienceMs);
      await exited.promise;
      clearTimeout(cutOff);
    },
  };
}

export type KeptThread<T extends AnyThread> = Omit<Thread<T>, 'setBusy' | 'kill' | 'cpuMs'> & {
  /** Starts it ahead of the first call. */
  warmUp(): void;
};

type KeptOptions<T extends AnyThread> = Omit<ThreadOptions<T>, 'data'> & { readonly data: () => T['data'] };

/** A thread that starts on the first call and restarts when it ends, unless it did nothing: then on the next call. */
export function keepThread<T extends AnyThread>(file: string, options: KeptOptions<T>): KeptThread<T> {
  let thread: Thread<T> | null = null;
  let isClosed = false;
  const start = () => {
    const started = startThread<T>(file, {
      ...options,
      data: options.data(),
      onEnd(error, hasWorked) {
        thread = null;
        if (hasWorked) start();
        options.onEnd?.(error, hasWorked);
      },
    });
    thread = started;
    return started;
  };
  const current = () => thread ?? start();
  return {
    call: (name, ...input) =>
      isClosed
        ? Promise.reject(new Error(`The ${nameOf(file)} ended: it was closed`))
        : current().call(name, ...input),
    tell: (name, ...input) => isClosed || current().tell(name, ...input),
    pending: () => thread?.pending() ?? 0,
    warmUp: () => isClosed || current(),
    async close() {
      isClosed = true;
      await thread?.close();
    },
  };
}

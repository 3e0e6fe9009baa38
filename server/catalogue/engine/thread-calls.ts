import path from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { endMessage, endThread } from '../end-thread.ts';

type Call = { readonly id: number; readonly name: string; readonly input: unknown };
type Answer = { readonly id: number; readonly result?: unknown; readonly error?: string };

/** Answers calls that come over a port, one after another, until the other side closes the thread. */
export function serveCalls(port: MessagePort, calls: Readonly<Record<string, (input: never) => unknown>>) {
  port.on('message', (message: Call | typeof endMessage) => {
    if (message === endMessage) return port.close();
    const { id, name, input } = message;
    try {
      const call: ((input: never) => unknown) | undefined = calls[name];
      // The other side of the thread is our own code, and its types are checked there.
      port.postMessage({ id, result: call?.(input as never) } satisfies Answer);
    } catch (error) {
      port.postMessage({
        id,
        error: error instanceof Error ? error.message : String(error),
      } satisfies Answer);
    }
  });
}

export type Thread = {
  call<Result>(name: string, input?: unknown): Promise<Result>;
  /** Calls that wait for their answer. */
  pending(): number;
  close(): Promise<void>;
};

/** What every thread finds in its workerData: 1 once it is to end, so that a long call can break off. */
export type Ending = { readonly ending: Int32Array };

/** Starts a thread of this folder. Its calls fail when it ends; `onEnd` is told when it was not asked to. */
export function startThread(name: string, data: object, onEnd: () => void = () => {}): Thread {
  const extension = path.extname(import.meta.filename);
  const ending = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { ...data, ending } satisfies Ending;
  const worker = new Worker(path.join(import.meta.dirname, `${name}${extension}`), { workerData });
  type Waiting = { resolve: (result: never) => void; reject: (error: Error) => void };
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isClosing = false;
  let reason = 'it was closed';
  worker.on('message', ({ id, result, error }: Answer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    // While it closes, its end is all that may keep this process waiting.
    if (waiting.size === 0 && !isClosing) worker.unref();
    if (error !== undefined) call?.reject(new Error(`The ${name} failed: ${error}`));
    else call?.resolve(result as never);
  });
  worker.on('error', (error) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  worker.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`The ${name} ended: ${reason}`));
    waiting.clear();
    if (!isClosing) onEnd();
    isClosing = true;
  });
  worker.unref();
  return {
    pending: () => waiting.size,
    call: (call, input) =>
      new Promise((resolve, reject) => {
        if (isClosing) return reject(new Error(`The ${name} ended: ${reason}`));
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({ id, name: call, input } satisfies Call);
      }),
    async close() {
      isClosing = true;
      Atomics.store(ending, 0, 1);
      await endThread(worker);
    },
  };
}

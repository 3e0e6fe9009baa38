import { Worker } from 'node:worker_threads';

/** Milliseconds after which idle threads exit. */
const idleTime = 5000;

type Options = { readonly count: number; readonly threadFile: URL };

/** Returns the script of a thread, as source or built file. */
export const threadFileOf = (name: string, from: string): URL =>
  new URL(`./${name}.${from.endsWith('.ts') ? 'ts' : 'js'}`, from);

/**
 * Runs threads of one script, each with one order at a time. They start on demand, exit when idle, and never keep the
 * app from quitting. Null means that a thread died while processing its order.
 */
export function createThreads<Order, Answer>({ count, threadFile }: Options) {
  const free: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  let running = 0;
  let idle: NodeJS.Timeout | null = null;

  function start(): Worker {
    running += 1;
    const worker = new Worker(threadFile);
    worker.unref();
    worker.on('error', () => undefined); // it also exits
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

  return async (order: Order): Promise<Answer | null> => {
    const worker = await take();
    return new Promise((resolve) => {
      const finish = () => worker.off('message', hear).off('exit', fail).unref();
      const hear = (answer: Answer) => {
        finish();
        resolve(answer);
        give(worker);
      };
      const fail = () => {
        finish();
        resolve(null);
      };
      worker.ref();
      worker.once('message', hear).once('exit', fail);
      worker.postMessage(order);
    });
  };
}

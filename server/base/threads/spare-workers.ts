import { tmpdir } from 'node:os';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Beginning, ThreadData } from './serve.ts';

type Wanted = {
  readonly file: string;
  readonly data: unknown;
  readonly ending: Int32Array;
  readonly limits: ResourceLimits | undefined;
  readonly isKept: boolean;
};

/** Most that wait, of each kind. */
const mostSpare = 4;
const spares = new Map<string, Worker[]>();

/** A thread has the folder for temporary files of its start for good. */
const keyOf = ({ file, limits }: Wanted) => JSON.stringify([file, limits, tmpdir()]);

/** By name: Node itself listens to who listens. */
const forget = (worker: Worker) => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
};

function keep(worker: Worker, key: string): void {
  const waiting = spares.get(key) ?? [];
  spares.set(key, waiting);
  forget(worker);
  if (waiting.length === mostSpare) return void worker.terminate();
  waiting.push(worker);
  const leave = () => void waiting.splice(waiting.indexOf(worker), 1);
  worker.once('error', () => {}).once('exit', leave);
  worker.unref();
}

/** Starts a worker. One that `isKept` tells when it has ended instead of exiting, and `spare` keeps it for the next like it. */
export function openWorker(wanted: Wanted) {
  const { file, data, ending, limits, isKept } = wanted;
  const begin: ThreadData<unknown> = { data, ending, isKept };
  const key = isKept ? keyOf(wanted) : '';
  const found = isKept ? spares.get(key)?.pop() : undefined;
  if (found) forget(found);
  found?.postMessage({ begin } satisfies Beginning<unknown>);
  const worker = found ?? new Worker(file, { workerData: begin, ...(limits && { resourceLimits: limits }) });
  return { worker, spare: () => keep(worker, key) };
}

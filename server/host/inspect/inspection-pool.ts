import { availableParallelism } from 'node:os';
import path from 'node:path';
import { describeProblem } from './broken-file.ts';
import type { Inspection } from './inspection.ts';
import { createPoolWorker, type LossReason, type PoolWorker } from './pool-worker.ts';
import type { InspectionOutcome } from './worker-protocol.ts';

export type InspectionPool = {
  /** Inspects a file in a thread; rejects with the `code` of the file system when it cannot be read. */
  readonly inspect: (path: string, format: string) => Promise<Inspection>;
  /** Ends the threads; what is not finished rejects. */
  readonly close: () => Promise<void>;
};

export type InspectionPoolOptions = {
  readonly size?: number;
  /** How long a file may make no progress, in milliseconds. */
  readonly stallMs?: number;
  /** How much memory a thread may use for objects, in MiB. */
  readonly memoryMb?: number;
  readonly entry?: string;
};

type Task = {
  readonly path: string;
  readonly format: string;
  /** Set once a thread was lost over the file, which from then on is only hashed. */
  readonly problem: string | null;
  readonly resolve: (inspection: Inspection) => void;
  readonly reject: (error: Error) => void;
};

type Slot = { readonly worker: PoolWorker; batch: readonly Task[]; finished: number };

const defaultStallMs = 60_000;
const defaultMemoryMb = 2048;
const longestBatch = 32;
const isSource = import.meta.filename.endsWith('.ts');
const defaultEntry = path.join(import.meta.dirname, isSource ? 'inspect-worker.ts' : 'inspect-worker.js');

function describeLoss(reason: LossReason, stallMs: number): string {
  if (reason === 'memory') return 'it needs more memory than there is for one file';
  if (reason === 'stall') return `its reader got no further for ${stallMs / 1000} s`;
  return 'its reader stopped unexpectedly';
}

function settle(task: Task, outcome: InspectionOutcome): void {
  if ('failure' in outcome) {
    const { message, code, path } = outcome.failure;
    task.reject(Object.assign(new Error(message), { code, path }));
  } else if (task.problem === null) task.resolve(outcome.inspection);
  else task.resolve({ ...outcome.inspection, problem: task.problem });
}

/**
 * Inspects files in threads. A file over which its thread runs out of memory, crashes or stands still costs only
 * itself: it is hashed by another thread, and its problem says what happened.
 */
export function createInspectionPool(options: InspectionPoolOptions = {}): InspectionPool {
  const size = Math.max(1, options.size ?? availableParallelism());
  const { stallMs = defaultStallMs, memoryMb = defaultMemoryMb, entry = defaultEntry } = options;
  const slots = new Set<Slot>();
  const idle: Slot[] = [];
  let queue: Task[] = [];
  let isDispatchPlanned = false;
  let isClosed = false;

  const watch = setInterval(
    () => {
      for (const { worker } of slots) worker.checkProgress(performance.now());
    },
    Math.min(1000, stallMs / 4),
  ).unref();

  function recover(task: Task, reason: LossReason): readonly Task[] {
    const why = describeLoss(reason, stallMs);
    if (task.problem === null) {
      const problem = describeProblem(
        path.basename(task.path),
        `could not be checked: ${why}. Export it again with less detail.`,
      );
      return [{ ...task, format: '', problem }];
    }
    const code = reason === 'stall' ? 'ETIMEDOUT' : 'EIO';
    task.reject(
      Object.assign(new Error(`"${task.path}" cannot be read: ${why}.`), { code, path: task.path }),
    );
    return [];
  }

  function addSlot(): Slot {
    const worker = createPoolWorker({
      entry,
      stallMs,
      memoryMb,
      onOutcome(job, outcome) {
        const task = slot.batch[job];
        slot.finished = job + 1;
        if (task !== undefined) settle(task, outcome);
      },
      onIdle() {
        idle.push(slot);
        dispatch();
      },
      onLost(job, reason) {
        slots.delete(slot);
        const culprit = slot.batch[job];
        const others = slot.batch.slice(slot.finished).filter((task) => task !== culprit);
        queue = [...(culprit === undefined ? [] : recover(culprit, reason)), ...others, ...queue];
        dispatch();
      },
    });
    const slot: Slot = { worker, batch: [], finished: 0 };
    slots.add(slot);
    return slot;
  }

  function dispatch(): void {
    isDispatchPlanned = false;
    const share = Math.min(longestBatch, Math.ceil(queue.length / (size * 2)));
    while (queue.length > 0 && (idle.length > 0 || slots.size < size)) {
      const slot = idle.pop() ?? addSlot();
      slot.batch = queue.splice(0, share);
      slot.finished = 0;
      slot.worker.run(slot.batch.map(({ path, format }) => ({ path, format })));
    }
  }

  function planDispatch(): void {
    if (isDispatchPlanned) return;
    isDispatchPlanned = true;
    queueMicrotask(dispatch);
  }

  return {
    inspect(file, format) {
      if (isClosed)
        return Promise.reject(new Error('The files are no longer inspected, as the pool is closed.'));
      const { promise, resolve, reject } = Promise.withResolvers<Inspection>();
      queue.push({ path: file, format, problem: null, resolve, reject });
      planDispatch();
      return promise;
    },
    async close() {
      isClosed = true;
      clearInterval(watch);
      const open = [...queue, ...[...slots].flatMap(({ batch, finished }) => batch.slice(finished))];
      queue = [];
      for (const task of open)
        task.reject(new Error(`"${task.path}" was not inspected, as the pool was closed.`));
      await Promise.all([...slots].map(({ worker }) => worker.close()));
      slots.clear();
    },
  };
}

import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { entryFile } from '../base/threads/start.ts';
import type { BucketSettings } from '../config/bucket.ts';
import type { CrashMarks } from './crash-marks.ts';
import { recoverTask, settleTask, type Task, whatOf } from './pool-task.ts';
import { createPoolWorker, type PoolWorker } from './pool-worker.ts';
import type { MarkSettings } from './reading-mark.ts';
import type { InspectionOutcome, Job } from './worker-protocol.ts';

/** Creates the crash mark settings for each thread of a pool; null if nothing is marked. */
function createMarkMaker(marks: CrashMarks | undefined): () => MarkSettings | null {
  const lock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let holder = 0;
  return () => {
    if (marks === undefined) return null;
    holder += 1;
    const place = path.join(marks.folder, `${process.pid}-${randomUUID()}.mark`);
    return { ...marks, place, lock, holder };
  };
}

export type InspectionPool = ReturnType<typeof createInspectionPool>;

export type InspectionPoolOptions = {
  readonly size?: number;
  /** Milliseconds that a file can make no progress. */
  readonly stallMs?: number;
  /** Milliseconds without work after which the threads end; the next work starts them again. */
  readonly restMs?: number;
  /** Heap limit of a thread, in MiB. */
  readonly memoryMb?: number;
  readonly entry?: string;
  /** Records the large files being read, in case one crashes the process. */
  readonly marks?: CrashMarks;
  /** The bucket, if it is the library. */
  readonly bucket?: BucketSettings | null;
  /** How far its threads yield to others: 0 not at all, where a user waits for the answer. */
  readonly priority?: number;
};

/** A thread with its tasks, in order. */
type Slot = { readonly worker: PoolWorker; readonly tasks: Task[] };

const defaultStallMs = 60_000;
const defaultRestMs = 60_000;
const defaultMemoryMb = 2048;
/** Files are read on the same cores that answer requests. */
const usualPriority = 5;
/** Threads of a bucket wait for the store most of the time. */
const readersOfBucket = 8;
const longestBatch = 64;
/** Tasks queued in each thread, because the thread that hands them out also has other work. */
const mostAtHand = 2 * longestBatch;

/** Inspects files in threads. One that crashes, stalls or exhausts its thread is hashed by another, with a problem. */
export function createInspectionPool(options: InspectionPoolOptions = {}) {
  // One more than cores, because some threads wait for the disk or network share.
  const usual = Math.max(availableParallelism() + 1, options.bucket ? readersOfBucket : 0);
  const size = Math.max(1, options.size ?? usual);
  const {
    stallMs = defaultStallMs,
    restMs = defaultRestMs,
    memoryMb = defaultMemoryMb,
    entry = entryFile('inspect-worker'),
    priority = usualPriority,
  } = options;
  const toMark = createMarkMaker(options.marks);
  const slots = new Set<Slot>();
  let queue: Task[] = [];
  let isDispatchPlanned = false;
  let isClosed = false;
  let lastWork = performance.now();
  let ended: Promise<unknown> = Promise.resolve();

  /** Ends idle threads, each of which takes tens of megabytes. */
  function endRested(now: number): void {
    if (queue.length > 0 || [...slots].some(({ tasks }) => tasks.length > 0)) lastWork = now;
    if (slots.size === 0 || now - lastWork < restMs) return;
    ended = Promise.all([ended, ...[...slots].map(({ worker }) => worker.close())]);
    slots.clear();
  }

  const watch = setInterval(
    () => {
      for (const { worker } of slots) worker.checkProgress(performance.now());
      endRested(performance.now());
    },
    Math.min(1000, stallMs / 4),
  ).unref();

  function addSlot(): Slot {
    const worker = createPoolWorker({
      entry,
      stallMs,
      memoryMb,
      mark: toMark(),
      bucket: options.bucket ?? null,
      priority,
      onOutcome(outcome) {
        const task = slot.tasks.shift();
        if (task !== undefined) settleTask(task, outcome);
      },
      onReport: dispatch,
      onLost(before, loss) {
        slots.delete(slot);
        const culprit = slot.tasks[before];
        const others = slot.tasks.filter((task) => task !== culprit);
        queue = [...(culprit === undefined ? [] : recoverTask(culprit, loss, stallMs)), ...others, ...queue];
        dispatch();
      },
    });
    const slot: Slot = { worker, tasks: [] };
    slots.add(slot);
    return slot;
  }

  function warmUp(most = size): void {
    lastWork = performance.now();
    while (!isClosed && slots.size < Math.min(size, most)) addSlot();
  }

  function findRoom(): Slot | undefined {
    const idle = [...slots].find(({ tasks }) => tasks.length === 0);
    if (idle) return idle;
    if (slots.size < size) return addSlot();
    if (queue.length < longestBatch) return undefined;
    return [...slots].find(({ tasks }) => tasks.length + longestBatch <= mostAtHand);
  }

  function dispatch(): void {
    isDispatchPlanned = false;
    const share = Math.min(longestBatch, Math.ceil(queue.length / (size * 2)));
    while (queue.length > 0) {
      const slot = findRoom();
      if (!slot) return;
      const batch = queue.splice(0, share);
      slot.tasks.push(...batch);
      slot.worker.run(batch.map(({ job }) => job));
    }
  }

  function planDispatch(): void {
    if (isDispatchPlanned) return;
    isDispatchPlanned = true;
    queueMicrotask(dispatch);
  }

  function run<T>(job: Job, pick: (outcome: InspectionOutcome) => T | undefined): Promise<T> {
    if (isClosed)
      return Promise.reject(new Error('The files are no longer inspected, as the pool is closed.'));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const settle = (outcome: InspectionOutcome) => {
      const value = pick(outcome);
      if (value !== undefined) resolve(value);
    };
    lastWork = performance.now();
    queue.push({ job, problem: null, settle, reject });
    planDispatch();
    return promise;
  }

  return {
    /** Inspects a file in a thread; rejects with the file system's `code` if it cannot be read. */
    inspect: (file: string, format: string) =>
      run({ kind: 'inspect', path: file, format }, (outcome) =>
        'inspection' in outcome ? outcome.inspection : undefined,
      ),
    /** Runs other work that the threads' entry knows by name; errors name `where`, the file or folder. */
    work: (name: string, where: string, input: unknown) =>
      run({ kind: 'other', name, where, input, distrusted: {} }, (outcome) =>
        'output' in outcome ? (outcome.output ?? null) : undefined,
      ),
    /** Starts threads ahead of the first work, so that they are loaded when it comes; at most `most`, or all. */
    warmUp,
    threads: () => slots.size,
    /** Ends the threads; unfinished work rejects. */
    async close() {
      isClosed = true;
      clearInterval(watch);
      const open = [...queue, ...[...slots].flatMap(({ tasks }) => tasks)];
      queue = [];
      for (const task of open)
        task.reject(new Error(`"${whatOf(task.job)}" was not inspected, as the pool was closed.`));
      await Promise.all([ended, ...[...slots].map(({ worker }) => worker.close())]);
      slots.clear();
    },
  };
}

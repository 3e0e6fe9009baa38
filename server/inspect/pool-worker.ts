import { codeOf, toStorageFault } from '../base/storage/storage-fault.ts';
import { fewNewObjects, startThread } from '../base/threads/start.ts';
import type { BucketSettings } from '../config/bucket.ts';
import { type MarkSettings, releaseMark } from './reading-mark.ts';
import {
  type InspectionOutcome,
  type InspectThread,
  type Job,
  placeBytes,
  sharedPlaces,
} from './worker-protocol.ts';

type LossReason = 'memory' | 'stall' | 'descriptors' | 'crash';

export type Loss = { readonly reason: LossReason; readonly file: string };

type PoolWorkerOptions = {
  readonly entry: string;
  readonly stallMs: number;
  readonly memoryMb: number;
  readonly mark: MarkSettings | null;
  readonly bucket: BucketSettings | null;
  readonly priority: number;
  /** Called once per job, in order. */
  readonly onOutcome: (outcome: InspectionOutcome) => void;
  /** Called when results arrive, so there may be room for more jobs. */
  readonly onReport: () => void;
  /** Called when the thread has ended; `before` is the number of unfinished jobs ahead of the failing one. */
  readonly onLost: (before: number, loss: Loss) => void;
};

type Computed = { readonly at: number; readonly cpuMs: number };

export type PoolWorker = ReturnType<typeof createPoolWorker>;

/** Milliseconds that a thread can take to load on a busy machine, before a file can be blamed. */
const longestStart = 60_000;

function findReason(error: Error): LossReason {
  if (toStorageFault(error) === 'descriptors') return 'descriptors';
  return codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash';
}

/** Milliseconds that a thread has to stop reading when it is closed. */
const longestEnd = 1000;

/** A thread with a smaller share of CPU time is waiting for something other than the processor. */
const idleShare = 0.01;

const readPlace = (place: Uint8Array) =>
  Buffer.from(place).toString('utf8', 0, Math.max(0, place.indexOf(0)));

export function createPoolWorker(options: PoolWorkerOptions) {
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * 2));
  const place = new Uint8Array(new SharedArrayBuffer(placeBytes));
  const { mark, bucket, priority } = options;
  /** Jobs since the thread started. */
  let given = 0;
  let finished = 0;
  let lastProgress = 0;
  let lastChange = 0;
  let isStalled = false;
  /** CPU time without progress, sampled from time to time. */
  let computed: Computed[] = [];
  let askedAt: number | null = null;

  function lose(error: Error): void {
    if (mark) releaseMark(mark);
    const reason = isStalled ? 'stall' : findReason(error);
    const before = Math.max(0, Atomics.load(shared, sharedPlaces.job) - finished);
    options.onLost(before, { reason, file: readPlace(place) });
  }

  const thread = startThread<InspectThread>(options.entry, {
    data: { shared, place, mark, bucket, priority },
    limits: { ...fewNewObjects, maxOldGenerationSizeMb: options.memoryMb },
    patienceMs: longestEnd,
    onEnd: lose,
    onNews(outcomes) {
      for (const outcome of outcomes) options.onOutcome(outcome);
      finished += outcomes.length;
      if (finished === given) thread.setBusy(false);
      options.onReport();
    },
  });

  function askHowMuch(progress: number): void {
    if (askedAt !== null) return;
    askedAt = performance.now();
    thread
      .cpuMs()
      .then((cpuMs) => {
        askedAt = null;
        if (progress === lastProgress) computed.push({ at: performance.now(), cpuMs });
      })
      .catch(() => {}); // the thread's end is reported elsewhere
  }

  /** Whether it computes endlessly, waits for something other than the processor, or hangs in a system call. */
  function hasStalled(now: number, limit: number): boolean {
    if (askedAt !== null) return now - askedAt > limit;
    const [first, last] = [computed[0], computed.at(-1)];
    if (!first || !last) return false;
    const [used, waited] = [last.cpuMs - first.cpuMs, last.at - first.at];
    return used > limit / 2 || (waited > limit / 2 && used < waited * idleShare);
  }

  return {
    /** Queues jobs. */
    run(jobs: readonly Job[]) {
      if (finished === given) lastChange = performance.now();
      given += jobs.length;
      thread.setBusy(true);
      thread.tell('run', jobs);
    },
    /** Ends the thread if its job computes or waits for the disk too long without progress; low CPU time is no reason. */
    checkProgress(now: number) {
      const progress = Atomics.load(shared, sharedPlaces.progress);
      const limit = progress === 0 ? Math.max(options.stallMs, longestStart) : options.stallMs;
      if (progress !== lastProgress || finished === given) {
        lastProgress = progress;
        lastChange = now;
        computed = [];
        return;
      }
      if (now - lastChange > limit && hasStalled(now, limit)) {
        isStalled = true;
        thread.kill();
      } else askHowMuch(progress);
    },
    async close() {
      await thread.close();
      if (mark) releaseMark(mark);
    },
  };
}

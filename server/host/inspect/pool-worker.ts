import { Worker } from 'node:worker_threads';
import { type MarkSettings, releaseMark } from './reading-mark.ts';
import {
  type InspectionOutcome,
  type InspectionReport,
  type Job,
  placeBytes,
  sharedPlaces,
  type WorkerSettings,
} from './worker-protocol.ts';

export type LossReason = 'memory' | 'stall' | 'crash';

export type Loss = { readonly reason: LossReason; readonly file: string };

export type PoolWorkerOptions = {
  readonly entry: string;
  readonly stallMs: number;
  readonly memoryMb: number;
  readonly mark: MarkSettings | null;
  /** Called once for each job, in their order. */
  readonly onOutcome: (outcome: InspectionOutcome) => void;
  /** Called when outcomes came in, so that there may be room for more jobs. */
  readonly onReport: () => void;
  /** Called when the thread is gone; the job that it was at is the one after so many unfinished ones. */
  readonly onLost: (before: number, loss: Loss) => void;
};

export type PoolWorker = {
  /** Runs these after all that it was given before. */
  readonly run: (jobs: readonly Job[]) => void;
  /** Ends the thread when its job has made no progress for too long. */
  readonly checkProgress: (now: number) => void;
  readonly close: () => Promise<void>;
};

function isMemoryError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

const readPlace = (place: Uint8Array) =>
  Buffer.from(place).toString('utf8', 0, Math.max(0, place.indexOf(0)));

/** Runs one thread that inspects batches of files. */
export function createPoolWorker(options: PoolWorkerOptions): PoolWorker {
  const shared = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * 2));
  const place = new Uint8Array(new SharedArrayBuffer(placeBytes));
  const { mark } = options;
  const workerData: WorkerSettings = { shared, place, mark };
  const resourceLimits = { maxOldGenerationSizeMb: options.memoryMb };
  const worker = new Worker(options.entry, { workerData, resourceLimits });
  worker.unref();
  /** Jobs since the thread began. */
  let given = 0;
  let finished = 0;
  let lastProgress = 0;
  let lastChange = 0;
  let reason: LossReason = 'crash';

  worker.on('message', ({ outcomes }: InspectionReport) => {
    for (const outcome of outcomes) options.onOutcome(outcome);
    finished += outcomes.length;
    if (finished === given) worker.unref();
    options.onReport();
  });
  worker.on('error', (error) => {
    if (isMemoryError(error)) reason = 'memory';
  });
  worker.once('exit', () => {
    if (mark) releaseMark(mark);
    options.onLost(Math.max(0, Atomics.load(shared, sharedPlaces.job) - finished), {
      reason,
      file: readPlace(place),
    });
  });

  return {
    run(jobs) {
      if (finished === given) lastChange = performance.now();
      given += jobs.length;
      worker.ref();
      worker.postMessage({ jobs });
    },
    checkProgress(now) {
      const progress = Atomics.load(shared, sharedPlaces.progress);
      if (progress !== lastProgress) {
        lastProgress = progress;
        lastChange = now;
      } else if (finished < given && now - lastChange > options.stallMs) {
        reason = 'stall';
        worker.terminate();
      }
    },
    async close() {
      worker.removeAllListeners();
      await worker.terminate();
      if (mark) releaseMark(mark);
    },
  };
}

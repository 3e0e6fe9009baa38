import { Worker } from 'node:worker_threads';
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
  /** Called with the place of a job in its batch, once for each job that was finished. */
  readonly onOutcome: (job: number, outcome: InspectionOutcome) => void;
  readonly onIdle: () => void;
  /** Called when the thread is gone, with the place of the job that it was at, and the file of a visit. */
  readonly onLost: (job: number, loss: Loss) => void;
};

export type PoolWorker = {
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
  const workerData: WorkerSettings = { shared, place };
  const resourceLimits = { maxOldGenerationSizeMb: options.memoryMb };
  const worker = new Worker(options.entry, { workerData, resourceLimits });
  worker.unref();
  let jobCount = 0;
  let finished = 0;
  let lastProgress = 0;
  let lastChange = 0;
  let reason: LossReason = 'crash';

  worker.on('message', ({ outcomes }: InspectionReport) => {
    for (const outcome of outcomes) {
      options.onOutcome(finished, outcome);
      finished += 1;
    }
    if (finished < jobCount) return;
    worker.unref();
    options.onIdle();
  });
  worker.on('error', (error) => {
    if (isMemoryError(error)) reason = 'memory';
  });
  worker.once('exit', () =>
    options.onLost(Math.max(finished, Atomics.load(shared, sharedPlaces.job)), {
      reason,
      file: readPlace(place),
    }),
  );

  return {
    run(jobs) {
      jobCount = jobs.length;
      finished = 0;
      lastChange = performance.now();
      Atomics.store(shared, sharedPlaces.job, 0);
      worker.ref();
      worker.postMessage({ jobs });
    },
    checkProgress(now) {
      const progress = Atomics.load(shared, sharedPlaces.progress);
      if (progress !== lastProgress) {
        lastProgress = progress;
        lastChange = now;
      } else if (finished < jobCount && now - lastChange > options.stallMs) {
        reason = 'stall';
        worker.terminate();
      }
    },
    async close() {
      worker.removeAllListeners();
      await worker.terminate();
    },
  };
}

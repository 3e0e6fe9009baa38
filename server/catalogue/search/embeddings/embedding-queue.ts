import type { Clock } from '../../../base/clock.ts';
import { toStorageFault } from '../../../base/storage/storage-fault.ts';
import { type Embedder, EmbedderError } from './embedder.ts';
import type { EmbeddingJob, VectorStore } from './vector-store.ts';

type EmbeddingQueue = {
  /** Looks for work immediately; called after the catalogue changed. */
  wake(): void;
  idle(): Promise<void>;
  /** Number of writes so far; a different number is a different state. */
  written(): number;
  close(): Promise<void>;
};

type Parts = {
  readonly store: VectorStore;
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
  /** Milliseconds before the first retry; doubles with each failure, up to `longestDelay`. */
  readonly firstDelay?: number;
  /** Calls back when work may start; immediately if absent. */
  readonly whenDue?: (begin: () => void) => void;
};

const largestBatch = 64;
const longestDelay = 5 * 60_000;
const unwritablePause = 5000;

/** Computes every model's vector in the background, in batches; the remaining jobs are in the database. */
export function startEmbeddingQueue({
  store,
  embedder,
  clock,
  warn,
  firstDelay = 1000,
  whenDue = (begin) => begin(),
}: Parts): EmbeddingQueue {
  const stopping = new AbortController();
  let failures = 0;
  let pausedUntil = 0;
  let batch = largestBatch;
  let written = 0;
  let rouse = () => {};
  let waiters: (() => void)[] = [];

  const delayOf = (count: number) => Math.min(firstDelay * 2 ** Math.min(count, 30), longestDelay);
  const sleep = (milliseconds: number | null) =>
    new Promise<void>((resolve) => {
      const timer = milliseconds === null ? undefined : setTimeout(resolve, milliseconds).unref();
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
      if (stopping.signal.aborted) rouse();
    });
  const noteFailure = (error: unknown, jobs: readonly EmbeddingJob[]) => {
    if (toStorageFault(error) !== null) {
      pausedUntil = clock() + unwritablePause; // the log already says why nothing can be written
      failures = Math.max(1, failures);
      return;
    }
    const isRefusal = error instanceof EmbedderError && error.isRefusal;
    warn(`${error instanceof Error ? error.message : error} ${jobs.length} models wait for their vectors.`);
    if (isRefusal && jobs.length > 1) {
      // A single text may be the cause; smaller batches find it.
      batch = Math.max(1, Math.floor(jobs.length / 2));
      return;
    }
    // Delays these jobs as well, so that the next attempt is with others.
    store.postpone(jobs, clock() + delayOf(Math.max(...jobs.map(({ attempts }) => attempts))));
    if (isRefusal) return;
    pausedUntil = clock() + delayOf(failures);
    failures += 1;
  };
  const work = async (jobs: readonly EmbeddingJob[]) => {
    try {
      const vectors = await embedder.embed(
        jobs.map(({ text }) => text),
        stopping.signal,
      );
      store.keep(jobs, vectors);
      written += 1;
      failures = 0;
      batch = Math.min(largestBatch, batch * 2);
    } catch (error) {
      if (stopping.signal.aborted) return;
      try {
        noteFailure(error, jobs);
      } catch (unwritten) {
        noteFailure(unwritten, jobs);
      }
    }
  };
  const rest = async () => {
    const next = store.nextDue();
    if (next === null) {
      for (const settle of waiters) settle();
      waiters = [];
    }
    await sleep(next === null ? null : Math.max(1, next - clock()));
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      const pause = pausedUntil - clock();
      if (pause > 0) {
        await sleep(pause);
        continue;
      }
      // While the endpoint fails, a single text is enough to check whether it is back.
      const jobs = store.due(clock(), failures > 0 ? 1 : batch);
      await (jobs.length > 0 ? work(jobs) : rest());
    }
  };
  let running: Promise<void> = Promise.resolve();
  whenDue(() => {
    running = run();
  });

  return {
    wake: () => rouse(),
    idle: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
        rouse();
      }),
    written: () => written,
    async close() {
      stopping.abort();
      rouse();
      await running;
    },
  };
}

import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ArchivePlan } from './archive-plan.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** One reading of an archive, by one client. */
export type ArchiveJob = {
  /** Fills shared memory with `length` bytes of the archive. Rejects when a file is not the planned one any more. */
  readonly read: (memory: SharedArrayBuffer, length: number, position: number) => Promise<void>;
  readonly end: () => void;
};

export type ArchiveThreads = {
  readonly start: (plan: ArchivePlan) => ArchiveJob;
  readonly forget: (plan: ArchivePlan) => void;
  /** How many readings are going on. */
  readonly jobs: () => number;
  readonly close: () => Promise<void>;
};

type Pending = { readonly resolve: () => void; readonly reject: (error: Error) => void };

const isSource = import.meta.filename.endsWith('.ts');
const entry = path.join(import.meta.dirname, isSource ? 'archive-thread.ts' : 'archive-thread.js');
const mostThreads = Math.min(4, availableParallelism());

function createThread(onLost: () => void) {
  const worker = new Worker(entry);
  const pending = new Map<number, Pending>();
  const planIds = new Set<string>();
  const lost = () => new Error('the thread that read the archive ended');
  let calls = 0;
  let jobs = 0;
  let isEnded = false;
  const post = (message: ToThread) => worker.postMessage(message);
  worker.unref();
  worker.on('message', ({ call, failure }: FromThread) => {
    const waiting = pending.get(call);
    pending.delete(call);
    if (failure === null) waiting?.resolve();
    else waiting?.reject(new Error(failure));
  });
  worker.on('error', () => undefined); // 'exit' follows
  worker.once('exit', () => {
    isEnded = true;
    onLost();
    for (const { reject } of pending.values()) reject(lost());
    pending.clear();
  });
  return {
    jobs: () => jobs,
    terminate: () => worker.terminate(),
    forget(planId: string) {
      if (planIds.delete(planId)) post({ kind: 'forget', planId });
    },
    start(plan: ArchivePlan, job: number): ArchiveJob {
      jobs += 1;
      return {
        read(memory, length, position) {
          if (isEnded) return Promise.reject(lost());
          if (!planIds.has(plan.id)) post({ kind: 'plan', plan });
          planIds.add(plan.id);
          calls += 1;
          const call = calls;
          const { promise, resolve, reject } = Promise.withResolvers<void>();
          pending.set(call, { resolve, reject });
          post({ kind: 'read', call, job, planId: plan.id, memory, length, position });
          return promise;
        },
        end() {
          jobs -= 1;
          post({ kind: 'end', job });
        },
      };
    },
  };
}

type Thread = ReturnType<typeof createThread>;

/** Threads that read archives; one is started when the others are busy. */
export function createArchiveThreads(): ArchiveThreads {
  const threads = new Set<Thread>();
  let jobs = 0;
  const add = () => {
    const thread: Thread = createThread(() => threads.delete(thread));
    threads.add(thread);
    return thread;
  };
  const leastBusy = () => [...threads].toSorted((a, b) => a.jobs() - b.jobs())[0];
  return {
    start(plan) {
      const free = leastBusy();
      const isFree = free !== undefined && (free.jobs() === 0 || threads.size >= mostThreads);
      jobs += 1;
      return (isFree ? free : add()).start(plan, jobs);
    },
    forget(plan) {
      for (const thread of threads) thread.forget(plan.id);
    },
    jobs: () => [...threads].reduce((sum, thread) => sum + thread.jobs(), 0),
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

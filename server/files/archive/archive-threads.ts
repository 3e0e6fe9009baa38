import { availableParallelism } from 'node:os';
import { entryFile, startThread } from '../../base/threads/start.ts';
import type { ArchivePlan } from './archive-plan.ts';
import type { ArchiveThread } from './archive-thread.ts';

/** One client's download of an archive. */
export type ArchiveJob = {
  /** Fills shared memory with `length` bytes; the client will read on to `end`. Rejects if a file no longer matches the plan. */
  readonly read: (memory: SharedArrayBuffer, length: number, position: number, end: number) => Promise<void>;
  readonly end: () => void;
};

export type ArchiveReaders = { readonly start: (plan: ArchivePlan) => ArchiveJob };

type ArchiveThreads = ArchiveReaders & {
  readonly forget: (plan: ArchivePlan) => void;
  readonly jobs: () => number;
  readonly close: () => Promise<void>;
};

const mostThreads = Math.min(4, availableParallelism());

function createThread(onLost: () => void) {
  const thread = startThread<ArchiveThread>(entryFile('archive-thread'), { data: null, onEnd: onLost });
  const planIds = new Set<string>();
  let jobs = 0;
  return {
    jobs: () => jobs,
    close: thread.close,
    forget(planId: string) {
      if (planIds.delete(planId)) thread.tell('forget', planId);
    },
    start(plan: ArchivePlan, job: number): ArchiveJob {
      jobs += 1;
      return {
        read(memory, length, position) {
          if (!planIds.has(plan.id)) thread.tell('plan', plan);
          planIds.add(plan.id);
          return thread.call('read', { job, planId: plan.id, memory, length, position });
        },
        end() {
          jobs -= 1;
          thread.tell('end', job);
        },
      };
    },
  };
}

type Thread = ReturnType<typeof createThread>;

/** Threads that read archives; a new one starts if the others are busy. */
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
      const ending = [...threads];
      threads.clear();
      await Promise.all(ending.map((thread) => thread.close()));
    },
  };
}

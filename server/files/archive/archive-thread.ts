import { serveThread, type ThreadType } from '../../base/threads/serve.ts';
import type { ArchivePlan } from './archive-plan.ts';
import { type ArchiveFiller, createArchiveFiller } from './fill-archive.ts';

type Reading = {
  readonly job: number;
  readonly planId: string;
  readonly memory: SharedArrayBuffer;
  readonly length: number;
  readonly position: number;
};

type ArchiveCalls = {
  /** Sent once, before the first read of a plan. */
  plan(plan: ArchivePlan): void;
  forget(planId: string): void;
  read(reading: Reading): void;
  end(job: number): void;
};
export type ArchiveThread = ThreadType<null, ArchiveCalls>;

const plans = new Map<string, ArchivePlan>();
const fillers = new Map<number, ArchiveFiller>();

function fillerOf(job: number): ArchiveFiller {
  const filler = fillers.get(job) ?? createArchiveFiller();
  fillers.set(job, filler);
  return filler;
}

await serveThread<ArchiveThread>(() => ({
  calls: {
    plan: (plan) => void plans.set(plan.id, plan),
    forget: (planId) => void plans.delete(planId),
    read({ job, planId, memory, length, position }) {
      const plan = plans.get(planId);
      if (!plan) throw new Error('the plan of the archive is not here any more');
      fillerOf(job).fill(plan, new Uint8Array(memory, 0, length), position);
    },
    end(job) {
      fillers.get(job)?.close();
      fillers.delete(job);
    },
  },
}));

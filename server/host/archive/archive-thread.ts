import { parentPort } from 'node:worker_threads';
import type { ArchivePlan } from './archive-plan.ts';
import { type ArchiveFiller, createArchiveFiller } from './fill-archive.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

const plans = new Map<string, ArchivePlan>();
const fillers = new Map<number, ArchiveFiller>();

function fillerOf(job: number): ArchiveFiller {
  const filler = fillers.get(job) ?? createArchiveFiller();
  fillers.set(job, filler);
  return filler;
}

function read(message: Extract<ToThread, { kind: 'read' }>): string | null {
  const plan = plans.get(message.planId);
  if (!plan) return 'the plan of the archive is not here any more';
  try {
    const bytes = new Uint8Array(message.memory, 0, message.length);
    fillerOf(message.job).fill(plan, bytes, message.position);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function end(job: number): void {
  fillers.get(job)?.close();
  fillers.delete(job);
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'plan') plans.set(message.plan.id, message.plan);
  else if (message.kind === 'forget') plans.delete(message.planId);
  else if (message.kind === 'end') end(message.job);
  else parentPort?.postMessage({ call: message.call, failure: read(message) } satisfies FromThread);
});

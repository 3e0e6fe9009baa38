import path from 'node:path';
import { sentence, textOf, type Words } from '../contract/sentence.ts';
import { describeProblem } from './broken-file.ts';
import type { Loss } from './pool-worker.ts';
import type { InspectionOutcome, Job } from './worker-protocol.ts';

export type Task = {
  readonly job: Job;
  /** Set once a thread was lost over the file, which is only hashed from then on. */
  readonly problem: Words | null;
  readonly settle: (outcome: InspectionOutcome) => void;
  readonly reject: (error: Error) => void;
};

export const whatOf = (job: Job): string => (job.kind === 'inspect' ? job.path : job.where);

export function settleTask(task: Task, outcome: InspectionOutcome): void {
  if ('failure' in outcome) {
    const { message, code, path: place } = outcome.failure;
    task.reject(Object.assign(new Error(message), { code, path: place }));
  } else if (task.problem === null || !('inspection' in outcome)) task.settle(outcome);
  else task.settle({ inspection: { ...outcome.inspection, problem: task.problem } });
}

function describeLoss({ reason }: Loss, stallMs: number): Words {
  if (reason === 'memory') return sentence`it needs more memory than one file may use`;
  if (reason === 'stall') return sentence`its reader made no progress for ${{ seconds: stallMs / 1000 }} s`;
  return sentence`its reader crashed`;
}

const describeLostFile = (name: string, why: Words) =>
  describeProblem(
    name,
    sentence`could not be checked: ${{ reason: why }}. Export it again with less detail.`,
  );

function rejectTask(task: Task, code: string, why: Words): void {
  const what = whatOf(task.job);
  task.reject(Object.assign(new Error(`"${what}" cannot be read: ${textOf(why)}.`), { code, path: what }));
}

/** The next step for a task that cost a thread; rejects the task if there is none. */
export function recoverTask(task: Task, loss: Loss, stallMs: number): readonly Task[] {
  const { job } = task;
  if (loss.reason === 'descriptors') {
    rejectTask(task, 'EMFILE', 'this server has as many files open as its system allows');
    return [];
  }
  const why = describeLoss(loss, stallMs);
  if (job.kind === 'inspect' && task.problem === null) {
    const problem = describeLostFile(path.basename(job.path), why);
    return [{ ...task, job: { ...job, format: '' }, problem }];
  }
  if (job.kind === 'other' && loss.file !== '' && !Object.hasOwn(job.distrusted, loss.file)) {
    const problem = describeLostFile(path.posix.basename(loss.file), why);
    return [{ ...task, job: { ...job, distrusted: { ...job.distrusted, [loss.file]: problem } } }];
  }
  const code = loss.reason === 'stall' ? 'ETIMEDOUT' : 'EIO';
  rejectTask(task, code, why);
  return [];
}

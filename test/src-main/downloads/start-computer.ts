import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { WorkerAnswer, WorkerTask } from './library-worker.ts';

const program = path.join(import.meta.dirname, 'library-worker.ts');

async function start(): Promise<ChildProcess> {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}

/** A process that does what it is told with a library; killed in the middle, it starts over with the next task. */
export async function startComputer() {
  let child = await start();
  onTestFinished(() => void child.kill('SIGKILL'));

  /** What came of the task; `killed` when the process did not survive it. */
  async function work(task: WorkerTask): Promise<WorkerAnswer | 'killed'> {
    const { promise, resolve } = Promise.withResolvers<WorkerAnswer | 'killed'>();
    const onExit = () => resolve('killed');
    child.once('exit', onExit);
    child.once('message', (answer: WorkerAnswer) => resolve(answer));
    child.send(task);
    const answer = await promise;
    child.off('exit', onExit);
    if (answer === 'killed') child = await start();
    return answer;
  }

  /** Whether the process is frozen (proc(5)). */
  async function isAsleep(): Promise<boolean> {
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  }

  return { work, isAsleep, wake: () => void child.kill('SIGCONT') };
}

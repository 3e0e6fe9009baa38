import type { ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

/**
 * Lets a process and all that it will start give way to everything else on the machine, as nice does: 0 not at all, 19
 * wholly. Called right after its start: what it has started by then keeps its own priority.
 */
export function giveWay({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It may have ended already, or the system has no priorities.
  }
}

const least = 19;

/**
 * Lets the thread that calls it give way to the others of its process, and to all else, by so much more than it did. Only
 * Linux has priorities of threads: elsewhere the whole process would.
 */
export function giveWayAsThread(more: number): void {
  if (process.platform === 'linux') setPriority(Math.min(least, getPriority() + more));
}

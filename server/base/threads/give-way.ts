import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

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

const toSession = (priority: number) => Math.ceil(Math.max(0, priority) / 2);
const sessionField = 3;
/** Linux lets others than root say such a thing ten times a second, all together. */
const sessionTries = 5;
const sessionPauseMs = 150;

/** The name of a process may contain any character; the fields after it are separated by single spaces. */
const leadsSession = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[sessionField] === String(pid);

/**
 * Lets a program in its own session, as browsers are started, give way with all that it started. Where Linux weighs
 * sessions against each other (autogroups), priorities count only within one: without this, such a program gets as much of
 * a core as the whole server.
 */
export async function giveWayAsSession(pid: number, priority: number): Promise<void> {
  for (let tried = 0; tried < sessionTries; tried += 1) {
    try {
      if (leadsSession(pid)) writeFileSync(`/proc/${pid}/autogroup`, String(priority));
      return;
    } catch (error) {
      // Other systems have no such groups, or manage them themselves.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      await delay(sessionPauseMs);
    }
  }
}

/**
 * The same for all that this process has started. It yields half as far as this process does: to the programs of other
 * sessions as well, and among busy ones it would come to nothing otherwise.
 */
export async function letSessionsGiveWay(): Promise<void> {
  let children: readonly string[] = [];
  try {
    children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    // As above.
  }
  for (const child of children) await giveWayAsSession(Number(child), toSession(getPriority()));
}

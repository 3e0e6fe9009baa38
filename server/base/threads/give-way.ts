import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Lowers the priority of a process and its future children, as `nice` does: 0 not at all, 19 fully. */
export function giveWay({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It may have ended, or the system has no priorities.
  }
}

const least = 19;

/** Lowers the calling thread's priority by `more`, on Linux only: elsewhere the whole process would slow down. */
export function giveWayAsThread(more: number): void {
  if (process.platform === 'linux') setPriority(Math.min(least, getPriority() + more));
}

const toSession = (priority: number) => Math.ceil(Math.max(0, priority) / 2);
const sessionField = 3;
/** Linux lets users other than root change this ten times a second, all together. */
const sessionTries = 5;
const sessionPauseMs = 150;

/** A process's name can contain any character; the fields after it are separated by single spaces. */
const leadsSession = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[sessionField] === String(pid);

/**
 * Lowers the priority of a program with its own session, as browsers have, and all its children. Where Linux weighs
 * sessions against each other (autogroups), priorities count only within one: without this, such a program gets as much
 * CPU as the whole server.
 */
export async function giveWayAsSession(pid: number, priority: number): Promise<void> {
  for (let tried = 0; tried < sessionTries; tried += 1) {
    try {
      if (leadsSession(pid)) writeFileSync(`/proc/${pid}/autogroup`, String(priority));
      return;
    } catch (error) {
      // Other systems have no autogroups, or manage them themselves.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
      await delay(sessionPauseMs);
    }
  }
}

/** Does so for this process's children, half as far: they yield to other sessions too, and would starve otherwise. */
export async function letSessionsGiveWay(): Promise<void> {
  let children: readonly string[] = [];
  try {
    children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    // Other systems: see above.
  }
  for (const child of children) await giveWayAsSession(Number(child), toSession(getPriority()));
}

import type { ServerResponse } from 'node:http';
import { createFairQueue } from './fair-queue.ts';

type Limits = {
  readonly running: number;
  readonly perCaller: number;
  readonly places: number;
  readonly wait: number;
};
type Waiting = {
  readonly owner: string;
  readonly response: ServerResponse;
  readonly enter: (isLetIn: boolean) => void;
  readonly until: number;
};

/** A place for work that continues after its request was read, until the answer was sent. */
export type Room = {
  /** Calls `enter` once: with true when there is room, with false when there will be none in time. */
  take(owner: string, response: ServerResponse, enter: (isLetIn: boolean) => void): void;
  readonly running: () => number;
  readonly waiting: () => number;
};

const checkEvery = 250;

/** Bounds how much of one kind is worked on at once, in all and for each caller; the others wait and take turns. */
export function createRoom({ running: most, perCaller, places, wait }: Limits): Room {
  const queue = createFairQueue<Waiting>(places);
  const shares = new Map<string, number>();
  const deadlines = new Set<Waiting>();
  let running = 0;
  let isTimed = false;

  const hasShare = (owner: string) => (shares.get(owner) ?? 0) < perCaller;
  const leave = (owner: string) => {
    running -= 1;
    const share = (shares.get(owner) ?? 1) - 1;
    if (share === 0) shares.delete(owner);
    else shares.set(owner, share);
  };
  const letIn = ({ owner, response, enter }: Waiting) => {
    running += 1;
    shares.set(owner, (shares.get(owner) ?? 0) + 1);
    response.once('close', () => {
      leave(owner);
      serve();
    });
    enter(true);
  };
  const serve = () => {
    while (running < most) {
      const next = queue.shift(hasShare);
      if (next === null) return;
      deadlines.delete(next);
      if (!next.response.destroyed) letIn(next);
    }
  };
  const refuse = (late: Waiting) => {
    deadlines.delete(late);
    if (!late.response.destroyed) late.enter(false);
  };
  /** Those who wait the longest come first in the set. */
  const refuseLate = () => {
    const now = performance.now();
    for (const late of deadlines) {
      if (late.until > now) break;
      queue.remove(late.owner, late);
      refuse(late);
    }
    isTimed = deadlines.size > 0;
    if (isTimed) setTimeout(refuseLate, checkEvery).unref();
  };
  const enqueue = (next: Waiting) => {
    deadlines.add(next);
    if (!isTimed) setTimeout(refuseLate, Math.min(wait, checkEvery)).unref();
    isTimed = true;
    next.response.once('close', () => {
      if (queue.remove(next.owner, next)) deadlines.delete(next);
    });
    const left = queue.push(next.owner, next);
    if (left !== null) refuse(left);
  };

  return {
    running: () => running,
    waiting: queue.size,
    take(owner, response, enter) {
      const asked = { owner, response, enter, until: performance.now() + wait };
      if (running < most && hasShare(owner)) letIn(asked);
      else enqueue(asked);
    },
  };
}

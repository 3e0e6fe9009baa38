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
};

/** A place for work that continues after its request was read, until the answer was sent. */
export type Room = {
  /** Calls `enter` once: with true when there is room, with false when there will be none in time. */
  take(owner: string, response: ServerResponse, enter: (isLetIn: boolean) => void): void;
  readonly running: () => number;
  readonly waiting: () => number;
};

/** Bounds how much of one kind is worked on at once, in all and for each caller; the others wait and take turns. */
export function createRoom({ running: most, perCaller, places, wait }: Limits): Room {
  const queue = createFairQueue<Waiting>(places);
  const shares = new Map<string, number>();
  let running = 0;

  const hasRoom = (owner: string) => running < most && (shares.get(owner) ?? 0) < perCaller;
  const change = (owner: string, by: 1 | -1) => {
    running += by;
    const share = (shares.get(owner) ?? 0) + by;
    if (share === 0) shares.delete(owner);
    else shares.set(owner, share);
  };
  const letIn = ({ owner, response, enter }: Waiting) => {
    change(owner, 1);
    response.once('close', () => {
      change(owner, -1);
      const next = queue.shift(hasRoom);
      if (next) letIn(next);
    });
    enter(true);
  };
  const enqueue = (next: Waiting) => {
    const { owner, response, enter } = next;
    const late = setTimeout(() => {
      if (queue.remove(owner, next)) enter(false);
    }, wait).unref();
    response.once('close', () => {
      clearTimeout(late);
      queue.remove(owner, next);
    });
    queue.push(owner, next)?.enter(false);
  };

  return {
    running: () => running,
    waiting: queue.size,
    take(owner, response, enter) {
      const asked = { owner, response, enter };
      if (hasRoom(owner)) letIn(asked);
      else enqueue(asked);
    },
  };
}

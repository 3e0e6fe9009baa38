import type { ServerResponse } from 'node:http';

export function createShares<Owner>() {
  const shares = new Map<Owner, number>();
  let total = 0;
  return {
    total: () => total,
    of: (owner: Owner) => shares.get(owner) ?? 0,
    change(owner: Owner, by: number) {
      const share = (shares.get(owner) ?? 0) + by;
      total += by;
      if (share === 0) shares.delete(owner);
      else shares.set(owner, share);
    },
  };
}

/**
 * One line per owner, and the lines take turns. However much an owner has queued, another owner's next item waits for
 * at most one item of each owner, and a new owner's for none of the owner served last. When the queue is full, the
 * longest line drops its first item.
 */
export function createFairQueue<T>(places: number) {
  const lines = new Map<string, Set<T>>();
  let size = 0;
  let last = '';

  const remove = (owner: string, item: T): boolean => {
    const line = lines.get(owner);
    if (!line?.delete(item)) return false;
    size -= 1;
    if (line.size === 0) lines.delete(owner);
    return true;
  };
  const moveToEnd = (owner: string) => {
    const line = lines.get(owner);
    if (line && lines.delete(owner)) lines.set(owner, line);
  };
  const add = (owner: string, item: T) => {
    const line = lines.get(owner);
    size += 1;
    if (line) return void line.add(item);
    lines.set(owner, new Set([item]));
    moveToEnd(last);
  };
  /** Removes the first item of the longest line; null if the owner's own line would become the longest. */
  const takeFromLongest = (owner: string): T | null => {
    let [longest, line] = [owner, new Set<T>()];
    for (const [other, its] of lines) if (its.size > line.size) [longest, line] = [other, its];
    const [first] = line;
    if (first === undefined || (lines.get(owner)?.size ?? 0) + 1 >= line.size) return null;
    remove(longest, first);
    return first;
  };

  return {
    /** Appends an item to its owner's line. Returns the item dropped for it, itself if it does not fit, or null. */
    push(owner: string, item: T): T | null {
      const left = size < places ? null : (takeFromLongest(owner) ?? item);
      if (left !== item) add(owner, item);
      return left;
    },
    /** Takes the next item among the eligible owners. */
    shift(isEligible: (owner: string) => boolean = () => true): T | null {
      for (const [owner, line] of lines) {
        const [first] = line;
        if (first === undefined || !isEligible(owner)) continue;
        remove(owner, first);
        last = owner;
        moveToEnd(owner);
        return first;
      }
      return null;
    },
    remove,
    size: () => size,
  };
}

type Limits = Readonly<Record<'running' | 'perCaller' | 'places' | 'wait', number>>;
type Waiting = {
  readonly owner: string;
  readonly response: ServerResponse;
  /** Called once: with true when there is room, with false if there was none in time. */
  readonly enter: (isLetIn: boolean) => void;
};

/** Limits the work in progress of one kind, in total and per caller; other callers queue and take turns. */
export function createRoom({ running: most, perCaller, places, wait }: Limits) {
  const queue = createFairQueue<Waiting>(places);
  const inside = createShares<string>();

  const hasRoom = (owner: string) => inside.total() < most && inside.of(owner) < perCaller;
  const letIn = ({ owner, response, enter }: Waiting) => {
    inside.change(owner, 1);
    response.once('close', () => {
      inside.change(owner, -1);
      const next = queue.shift(hasRoom);
      if (next) letIn(next);
    });
    enter(true);
  };
  return {
    running: inside.total,
    waiting: queue.size,
    take(next: Waiting) {
      const { owner, response, enter } = next;
      if (hasRoom(owner)) return letIn(next);
      const late = setTimeout(() => {
        if (queue.remove(owner, next)) enter(false);
      }, wait).unref();
      response.once('close', () => {
        clearTimeout(late);
        queue.remove(owner, next);
      });
      queue.push(owner, next)?.enter(false);
    },
  };
}

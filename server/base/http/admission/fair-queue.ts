import type { ServerResponse } from 'node:http';

/** How much is in use, in all and of each owner. */
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
 * Items wait in one line per owner, and the lines take turns: however much one owner has waiting, another's next item waits
 * for one of each owner at most, and a newcomer's for none of the owner whose turn was the last. When all places are taken,
 * the longest line gives up its first item.
 */
export function createFairQueue<T>(places: number) {
  const lines = new Map<string, Set<T>>();
  let size = 0;
  /** Whose turn was the last. */
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
  /** Takes the first item of the longest line; null if the owner's own line would become the longest. */
  const takeFromLongest = (owner: string): T | null => {
    let [longest, line] = [owner, new Set<T>()];
    for (const [other, its] of lines) if (its.size > line.size) [longest, line] = [other, its];
    const [first] = line;
    if (first === undefined || (lines.get(owner)?.size ?? 0) + 1 >= line.size) return null;
    remove(longest, first);
    return first;
  };

  return {
    /** Puts an item at the end of its owner's line. Returns the item that finds no place: another one, this one, or null. */
    push(owner: string, item: T): T | null {
      const left = size < places ? null : (takeFromLongest(owner) ?? item);
      if (left !== item) add(owner, item);
      return left;
    },
    /** Takes the first item of the owner whose turn it is, among those who are let through. */
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
  /** Called once: with true when there is room, with false when there will be none in time. */
  readonly enter: (isLetIn: boolean) => void;
};

/** Bounds how much of one kind is worked on at once until it is answered, in all and for each caller; the others wait and take turns. */
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

export type FairQueue<T> = {
  /** Puts an item at the end of its owner's line. Returns the item that finds no place: another one, this one, or null. */
  push(owner: string, item: T): T | null;
  /** Takes the first item of the owner whose turn it is, among those who are let through. */
  shift(isEligible?: (owner: string) => boolean): T | null;
  remove(owner: string, item: T): boolean;
  size(): number;
};

/**
 * Items wait in one line per owner, and the lines take turns: however much one owner has waiting, another's next item waits
 * for one of each owner at most, and a newcomer's for none of the owner whose turn was the last. When all places are taken,
 * the longest line gives up its first item.
 */
export function createFairQueue<T>(places: number): FairQueue<T> {
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
    push(owner, item) {
      const left = size < places ? null : (takeFromLongest(owner) ?? item);
      if (left !== item) add(owner, item);
      return left;
    },
    shift(isEligible = () => true) {
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

export type FairQueue<T> = {
  /** Puts an item at the end of its owner's line. Answers the item that finds no place: another one, this one, or null. */
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
  const findLongest = (): [owner: string, line: Set<T>] | null => {
    let longest: [string, Set<T>] | null = null;
    for (const entry of lines) if (entry[1].size > (longest?.[1].size ?? 0)) longest = entry;
    return longest;
  };
  const makeRoom = (owner: string, item: T): T => {
    const [greediest, line] = findLongest() ?? [owner, new Set<T>()];
    const own = lines.get(owner)?.size ?? 0;
    const [first] = line;
    if (first === undefined || own + 1 >= line.size) return item;
    remove(greediest, first);
    return first;
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

  return {
    push(owner, item) {
      const left = size < places ? null : makeRoom(owner, item);
      if (left !== item) add(owner, item);
      return left;
    },
    shift(isEligible = () => true) {
      if (size === 0) return null;
      for (const [owner, line] of lines) {
        if (!isEligible(owner)) continue;
        const { value: first } = line.values().next();
        if (first === undefined) continue;
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

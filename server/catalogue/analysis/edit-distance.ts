/** Insertions, deletions, changes and swaps of neighbours from one word to another; `limit + 1` when more than `limit`. */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let twoBack: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      let best = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + cost,
      );
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) best = Math.min(best, (twoBack[column - 2] ?? 0) + 1);
      current.push(best);
      least = Math.min(least, best);
    }
    if (least > limit) return limit + 1;
    twoBack = previous;
    previous = current;
  }
  return previous[to.length] ?? limit + 1;
}

/** How many slips a word of this length may hold and still be meant: none below 3 letters, at most 2. */
export const allowedSlips = (word: string): number => (word.length < 3 ? 0 : word.length < 7 ? 1 : 2);

/** One bit per letter or digit that a word holds; other letters share the rest. */
export function letterMask(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index);
    if (code >= 97 && code <= 122) mask |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) mask |= 1 << (26 + ((code - 48) % 4));
    else mask |= 1 << (30 + (code & 1));
  }
  return mask >>> 0;
}

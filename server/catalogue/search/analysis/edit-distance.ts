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

const mostBits = 32;

/**
 * Counts the slips from one word to many, whose UTF-16 units stand in a part of a list: a column of the table above is
 * two numbers here (Hyyrö's bit-parallel form). Null for a word that is too long for it.
 */
export function createSlipCounter(word: string) {
  const size = word.length;
  if (size === 0 || size > mostBits) return null;
  const plain = new Int32Array(128);
  const others = new Map<number, number>();
  for (let at = 0; at < size; at++) {
    const unit = word.charCodeAt(at);
    if (unit < 128) plain[unit] = (plain[unit] ?? 0) | (1 << at);
    else others.set(unit, (others.get(unit) ?? 0) | (1 << at));
  }
  const last = 1 << (size - 1);

  return (units: ArrayLike<number>, from: number, to: number): number => {
    let [more, less, diagonal, before, slips] = [-1, 0, 0, 0, size];
    for (let at = from; at < to; at++) {
      const unit = units[at] ?? 0;
      const places = unit < 128 ? (plain[unit] ?? 0) : (others.get(unit) ?? 0);
      const swapped = ((~diagonal & places) << 1) & before;
      diagonal = (((places & more) + more) ^ more) | places | less | swapped;
      const up = less | ~(diagonal | more);
      const down = diagonal & more;
      if ((up & last) !== 0) slips++;
      else if ((down & last) !== 0) slips--;
      more = (down << 1) | ~(diagonal | ((up << 1) | 1));
      less = ((up << 1) | 1) & diagonal;
      before = places;
    }
    return slips;
  };
}

/** How many slips a word of this length may hold and still be meant: none below 3 letters, at most 2. */
export const allowedSlips = (word: string): number => (word.length < 3 ? 0 : word.length < 7 ? 1 : 2);

/** The bits of digits and of everything next to a to z and 0 to 9 in a letter mask. */
export const digitBits = 0x3c000000;
export const oddBits = 0xc0000000;

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

/** Counts insertions, deletions, substitutions and transpositions between words; returns at most `limit + 1`. */
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
 * Counts the edits from one word to many, which are given as ranges of UTF-16 units in an array: two numbers stand for
 * a column of the table above (Hyyrö's bit-parallel form). Returns null if the word is too long.
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

/** Number of typos allowed in a word of this length: none below 3 letters, at most 2. */
export const allowedSlips = (word: string): number => (word.length < 3 ? 0 : word.length < 7 ? 1 : 2);

/** Bits in a letter mask for digits, and for anything else but a to z. */
export const digitBits = 0x3c000000;
export const oddBits = 0xc0000000;

/** Returns a mask with one bit per letter; digits share four bits, and other characters two. */
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

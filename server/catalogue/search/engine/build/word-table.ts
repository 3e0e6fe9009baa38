/** Numbers per slot: the word's hash, its start and length in the letters, and its number plus one. */
const width = 4;

/** Numbers words without creating strings, by a hash table over their letters: a million models have forty million words. */
export function createWordTable() {
  let slots = new Uint32Array(width << 16);
  let letters = new Uint16Array(1 << 19);
  let used = 0;
  let size = 0;

  const isAt = (place: number, text: string, start: number) => {
    const from = slots[place + 1] ?? 0;
    const length = slots[place + 2] ?? 0;
    for (let at = 0; at < length; at++) if (letters[from + at] !== text.charCodeAt(start + at)) return false;
    return true;
  };
  /** Returns the slot of a word, or the free one that it would take. */
  const placeOf = (hash: number, text: string, start: number, end: number) => {
    let place = (hash * width) & (slots.length - 1);
    while (slots[place + 3] !== 0) {
      const isSame = slots[place] === hash && slots[place + 2] === end - start && isAt(place, text, start);
      if (isSame) return place;
      place = (place + width) & (slots.length - 1);
    }
    return place;
  };
  const growSlots = () => {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    for (let from = 0; from < before.length; from += width) {
      if (before[from + 3] === 0) continue;
      let place = ((before[from] ?? 0) * width) & (slots.length - 1);
      while (slots[place + 3] !== 0) place = (place + width) & (slots.length - 1);
      slots.set(before.subarray(from, from + width), place);
    }
  };
  const keepLetters = (text: string, start: number, end: number) => {
    const needed = used + end - start;
    if (needed > letters.length) {
      const before = letters;
      letters = new Uint16Array(Math.max(needed, before.length * 2));
      letters.set(before);
    }
    for (let at = start; at < end; at++) letters[used++] = text.charCodeAt(at);
  };

  return {
    /** Returns the number of a word; -1 if it is unknown. */
    find: (word: string) =>
      (slots[placeOf(hashPart(word, 0, word.length), word, 0, word.length) + 3] ?? 0) - 1,
    /** Returns the number of a word. A new one gets its number from `numberNew`, which must not use the table. */
    numberOf(text: string, start: number, end: number, numberNew: (word: string) => number): number {
      const hash = hashPart(text, start, end);
      const place = placeOf(hash, text, start, end);
      const known = slots[place + 3] ?? 0;
      if (known !== 0) return known - 1;
      const number = numberNew(text.slice(start, end));
      slots[place] = hash;
      slots[place + 1] = used;
      slots[place + 2] = end - start;
      slots[place + 3] = number + 1;
      keepLetters(text, start, end);
      if (++size * width * 2 > slots.length) growSlots();
      return number;
    },
  };
}

/** FNV-1a with mixed low bits, as the table uses the lowest. */
function hashPart(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

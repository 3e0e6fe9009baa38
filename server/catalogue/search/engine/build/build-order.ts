import type { FactReader } from './build-facts.ts';

/** Ranks models by title, ignoring the case of ASCII letters, then by number. */
export function rankTitles({ titles }: FactReader): Uint32Array {
  const keys = titles.map((title) => title.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  const order = Uint32Array.from(keys.keys()).sort((left, right) => {
    const [a = '', b = ''] = [keys[left], keys[right]];
    return a < b ? -1 : a > b ? 1 : left - right;
  });
  const ranks = new Uint32Array(order.length);
  for (const [rank, doc] of order.entries()) ranks[doc] = rank;
  return ranks;
}

const digits = 1 << 16;

/** Sorts numbers stably by one 16-bit digit of their keys. */
function orderByDigit(numbers: Uint32Array, digitOf: (number: number) => number): Uint32Array {
  const next = new Uint32Array(digits + 1);
  for (const number of numbers) next[digitOf(number) + 1] = (next[digitOf(number) + 1] ?? 0) + 1;
  for (let digit = 1; digit < digits; digit++) next[digit] = (next[digit] ?? 0) + (next[digit - 1] ?? 0);
  const ordered = new Uint32Array(numbers.length);
  for (const number of numbers) {
    const digit = digitOf(number);
    const place = next[digit] ?? 0;
    next[digit] = place + 1;
    ordered[place] = number;
  }
  return ordered;
}

/** Below this, comparing is cheaper than passing over all digits. */
const fewTitles = 4096;

const orderFew = (hashes: Uint32Array) =>
  Uint32Array.from(hashes.keys()).sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || a - b);

function orderMany(hashes: Uint32Array): Uint32Array {
  const all = Uint32Array.from(hashes.keys());
  const byEnd = orderByDigit(all, (doc) => (hashes[doc] ?? 0) % digits);
  return orderByDigit(byEnd, (doc) => Math.floor((hashes[doc] ?? 0) / digits));
}

const titlesPerStart = 8;

/** Sorts models by the hashes of their titles, with an index of where each range of hashes starts. */
export function orderByHash(hashes: Uint32Array) {
  const hashOf = (doc: number) => hashes[doc] ?? 0;
  const titlesByHash = hashes.length < fewTitles ? orderFew(hashes) : orderMany(hashes);
  const starts = 2 ** Math.ceil(Math.log2(Math.max(1, hashes.length / titlesPerStart)));
  const titleStarts = new Uint32Array(starts + 1).fill(hashes.length);
  for (let place = hashes.length - 1, start = starts - 1; start >= 0; start--) {
    const least = (start * 2 ** 32) / starts;
    while (place >= 0 && hashOf(titlesByHash[place] ?? 0) >= least) place--;
    titleStarts[start] = place + 1;
  }
  return { titlesByHash, titleStarts };
}

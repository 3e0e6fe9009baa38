import { createRandom, pick, type Random } from './random.ts';

const size = 60_000;
const starts = 'b br c ch cl d dr f fl g gl gr h j k l m n p pl pr qu r s sc sh sp st t tr v w z'.split(' ');
const middles = 'a e i o u ai ea ee ia io oa ou'.split(' ');
const ends = ['', '', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'rt', 'st', 'ck', 'x'];

function makeWords(): string[] {
  const random = createRandom(20_260_101);
  const words = new Set<string>();
  while (words.size < size) {
    const syllables = 2 + Math.floor(random() * 2);
    const parts = Array.from({ length: syllables }, () => pick(starts, random) + pick(middles, random));
    words.add(`${parts.join('')}${pick(ends, random)}`);
  }
  return [...words];
}

const words = makeWords();

/** A made-up word; the second of the list comes half as often as the first, the third a third as often, and so on. */
export const zipfWord = (random: Random) =>
  words[Math.min(size, Math.floor(Math.exp(random() * Math.log(size + 1)))) - 1] ?? '';

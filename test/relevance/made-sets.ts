import { splitWords } from '../../server/catalogue/search/analysis/tokenise.ts';
import { createRandom, pick, type Random } from '../bench/catalogue/random.ts';
import { allAlike, type Question } from './question-set.ts';
import type { Entry } from './read-shared.ts';

// Questions that records answer about themselves. All draws are seeded: the same records give the same questions.

const fewest = 5;
const letters = /\p{L}{4}/u;
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const seed = 18;

/** Each value with the records that have it. */
function group(entries: readonly Entry[], valuesOf: (entry: Entry) => Iterable<string>) {
  const groups = new Map<string, Set<string>>();
  for (const entry of entries)
    for (const value of valuesOf(entry)) {
      const ids = groups.get(value) ?? new Set();
      groups.set(value, ids.add(entry.id));
    }
  return groups;
}

/** So many of a list, none twice. */
export function draw<T>(list: readonly T[], count: number): T[] {
  const random = createRandom(seed);
  const placed = list.map((one) => ({ one, place: random() }));
  return placed
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ one }) => one);
}

/** The names of categories, to be asked for where no record has one. */
export const askForCategories = (entries: readonly Entry[]): Question[] =>
  [...group(entries, ({ category }) => [category])]
    .filter(([name, ids]) => letters.test(name) && ids.size >= fewest)
    .map(([name, ids]) => ({ query: name, type: 'category', grades: allAlike(ids) }));

export const withoutCategories = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, category: '', subcategory: '' }));

/** Tags of some records, to be asked for where no record has them. */
export function askForTags(entries: readonly Entry[], count: number): Question[] {
  const groups = group(entries, ({ tags }) => new Set(tags));
  const known = [...groups].filter(([tag, ids]) => letters.test(tag) && ids.size >= 3 && ids.size <= 200);
  return draw(known, count).map(([tag, ids]) => ({ query: tag, type: 'tag', grades: allAlike(ids) }));
}

export function withoutTags(entries: readonly Entry[], questions: readonly Question[]): Entry[] {
  const hidden = new Set(questions.map(({ query }) => query));
  return entries.map((entry) => ({ ...entry, tags: entry.tags.filter((tag) => !hidden.has(tag)) }));
}

/** Titles of a few words, as they are: many others hold the same words. */
export function askForShortTitles(entries: readonly Entry[], count: number): Question[] {
  const groups = group(entries, ({ title }) => [splitWords(title).join(' ')]);
  const short = [...groups].filter(([title]) => letters.test(title) && title.split(' ').length <= 3);
  return draw(short, count).map(([title, ids]) => ({ query: title, type: 'title', grades: allAlike(ids) }));
}

/** Two words in quotation marks that some titles hold side by side, and more hold apart. */
export function askWithQuotes(entries: readonly Entry[], count: number): Question[] {
  const neighbours = ({ title }: Entry) => {
    const words = splitWords(title).filter((word) => letters.test(word));
    return words.slice(1).map((word, at) => `${words[at]} ${word}`);
  };
  const holders = group(entries, ({ title }) => splitWords(title));
  const isMixed = ([pair, ids]: readonly [string, ReadonlySet<string>]) => {
    const [first, second] = pair.split(' ').map((word) => holders.get(word) ?? new Set<string>());
    return [...(first ?? [])].filter((id) => second?.has(id)).length > ids.size;
  };
  const pairs = [...group(entries, neighbours)].filter(isMixed);
  return draw(pairs, count).map(([pair, ids]) => ({
    query: `"${pair}"`,
    type: 'quoted',
    grades: allAlike(ids),
  }));
}

/** Titles that lack one of their words. */
export function askForTitles(entries: readonly Entry[], count: number): Question[] {
  const random = createRandom(seed);
  const groups = group(entries, ({ title }) => [splitWords(title).join(' ')]);
  const long = [...groups].filter(([title]) => title.split(' ').length >= 3);
  return draw(long, count).map(([title, ids]) => {
    const words = title.split(' ');
    const query = words.toSpliced(Math.floor(random() * words.length), 1).join(' ');
    return { query, type: 'title', grades: allAlike(ids) };
  });
}

/** The word with one letter left out, doubled, exchanged or swapped with the next; its first letter stays. */
function misspell(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, letter, next] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1)];
  const after = word.slice(at + 1);
  const slips = [
    before + after,
    before + letter + letter + after,
    before + pick([...alphabet], random) + after,
    before + next + letter + after.slice(1),
  ];
  return pick(slips, random);
}

type Slip = (words: readonly string[], random: Random) => readonly string[];
const slips: Readonly<Record<string, Slip>> = {
  typo: ([first = '', ...others], random) => [misspell(first, random), ...others],
  joined: ([first = '', second = '', ...others]) => [first + second, ...others],
};

/** Two or three neighbours of a title that few records hold, one misspelt or two written as one. */
export function askWithSlips(entries: readonly Entry[], count: number): Question[] {
  const random = createRandom(seed);
  const holders = group(entries, ({ title }) => new Set(splitWords(title)));
  const questions: Question[] = [];
  const kinds = Object.entries(slips);
  for (const { title } of draw(entries, entries.length)) {
    const [type, slip] = kinds[questions.length % kinds.length] ?? [];
    if (questions.length === count || type === undefined || slip === undefined) break;
    const words = splitWords(title);
    const start = words.findIndex((_, at) => isPlain(words.slice(at, at + 2)));
    if (start < 0) continue;
    const asked = words.slice(start, start + 3);
    const [first = new Set<string>(), ...others] = asked.map((word) => holders.get(word));
    const ids = [...first].filter((id) => others.every((some) => some?.has(id)));
    const query = slip(asked, random);
    if (ids.length > 10 || query.every((word) => holders.has(word))) continue;
    questions.push({ query: query.join(' '), type, grades: allAlike(ids) });
  }
  return questions;
}

const isPlain = (words: readonly string[]) =>
  words.length === 2 && words.every((word) => /^\p{L}{5,}$/u.test(word));

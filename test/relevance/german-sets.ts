import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { splitWords, stem } from '../../server/catalogue/search/analysis/tokenise.ts';
import { draw } from './made-sets.ts';
import { allAlike, type Question, type QuestionSet } from './question-set.ts';
import type { Entry } from './read-shared.ts';

// FreeDict's German dictionary (GPL; Debian's dict-freedict-deu-eng) judges German words. It is read where it is installed,
// and the product holds nothing of it.

const dictionary = '/usr/share/dictd/freedict-deu-eng.dict.dz';
const hasDictionary = existsSync(dictionary);

/** A German noun of one word, and its English nouns of one or two words in the order of the dictionary. */
type Noun = { readonly german: string; readonly isPlural: boolean; readonly english: Set<string> };

const headword = /^(?<german>[A-ZÄÖÜ]\p{Ll}{2,}) \/[^/]+\/ <(?<kind>[^>]+)>$/u;
const remarks = /\[[^\]]*\]|<[^>]*>|\{[^}]*\}|\([^)]*\)/g;

const remark = /^\s*(?:"|Synonym|see:|Note:|$)/;
const otherWord = /^\S.* \/[^/]+\//;
const meaning = /^[a-z]{3,}(?: [a-z]{3,})?$/;

const listMeanings = (line: string): string[] =>
  line
    .replace(remarks, '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => meaning.test(text));

function readNouns(): readonly Noun[] {
  const nouns = new Map<string, Noun>();
  const begin = (german: string, kind: string): Noun | null => {
    if (!/\b(masc|fem|neut|pl)\b/.test(kind)) return null;
    const noun = nouns.get(german) ?? { german, isPlural: !/\bsg\b/.test(kind), english: new Set() };
    nouns.set(german, noun);
    return noun;
  };
  let noun: Noun | null = null;
  for (const line of gunzipSync(readFileSync(dictionary)).toString('utf8').split('\n')) {
    const { german, kind = '' } = headword.exec(line)?.groups ?? {};
    if (german !== undefined) noun = begin(german, kind);
    else if (otherWord.test(line)) noun = null;
    else if (noun && !remark.test(line)) for (const one of listMeanings(line)) noun.english.add(one);
  }
  return [...nouns.values()];
}

/** How many other nouns end in a noun: people use the nouns that make many. */
function countCompounds(nouns: readonly Noun[]): (noun: Noun) => number {
  const uses = new Map<string, number>();
  for (const { german } of nouns)
    for (let at = 3; at < german.length - 2; at++) {
      const end = german.slice(at);
      uses.set(end, (uses.get(end) ?? 0) + 1);
    }
  return ({ german }) => uses.get(german.toLowerCase()) ?? 0;
}

/** A word in so many titles says what a thing is; a word in more says little. */
const [fewest, most] = [2, 400];
const count = 300;
const leastCompounds = 12;

/** Records whose titles have all words of a text. */
function listHolders(entries: readonly Entry[]) {
  const holders = new Map<string, Set<string>>();
  for (const { id, title } of entries)
    for (const word of splitWords(title).map(stem))
      holders.set(word, (holders.get(word) ?? new Set()).add(id));
  return (text: string): ReadonlySet<string> => {
    const [first = new Set<string>(), ...others] = splitWords(text).map((word) => holders.get(stem(word)));
    return new Set([...first].filter((id) => others.every((some) => some?.has(id))));
  };
}

type Pair = { readonly german: Question; readonly english: Question };

/** Nouns for things in the titles, each with its first English noun as a twin; a third of them compounds. */
function pairNouns(entries: readonly Entry[]): Pair[] {
  const nouns = readNouns();
  const holdersOf = listHolders(entries);
  const compoundsOf = countCompounds(nouns);
  const isTelling = ({ size }: ReadonlySet<string>) => size >= fewest && size <= most;
  const pairs = nouns.flatMap((noun): Pair[] => {
    const found = [...noun.english].filter((one) => isTelling(holdersOf(one)));
    const [first] = found;
    if (first === undefined || holdersOf(noun.german).size > 0) return [];
    const isCompound = first.includes(' ');
    if (!isCompound && compoundsOf(noun) < leastCompounds) return [];
    const type = isCompound ? 'compound' : noun.isPlural ? 'plural' : 'singular';
    const grades = allAlike(new Set(found.flatMap((one) => [...holdersOf(one)])));
    return [{ german: { query: noun.german, type, grades }, english: { query: first, type, grades } }];
  });
  const [compounds, others] = [true, false].map((wanted) =>
    pairs.filter(({ german }) => (german.type === 'compound') === wanted),
  );
  return [...draw(compounds ?? [], count / 3), ...draw(others ?? [], (2 * count) / 3)];
}

const isHeldOut = ({ german: { query } }: Pair) =>
  createHash('sha256').update(query).digest().readUInt8(0) % 2 === 1;

/** German nouns that a dictionary chooses and answers, in two halves: one to choose by, one to judge by. */
export function askDictionary(entries: readonly Entry[]): QuestionSet[] {
  if (!hasDictionary) return [];
  const pairs = pairNouns(entries);
  const set = { library: 'parts', measure: 'nDCG@10' } as const;
  const heldOut = pairs.filter(isHeldOut);
  const german = (some: readonly Pair[]) => some.map((one) => one.german);
  return [
    { ...set, name: 'German nouns, to choose by', questions: german(pairs.filter((one) => !isHeldOut(one))) },
    { ...set, name: 'German nouns, held out', questions: german(heldOut) },
    { ...set, name: 'The same in English', questions: heldOut.map(({ english }) => english) },
  ];
}

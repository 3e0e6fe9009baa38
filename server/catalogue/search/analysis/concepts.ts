import { splitWords, stem, withoutPlural } from './tokenise.ts';

/** A word or phrase of similar meaning: its text, its stems, and its similarity relative to the nearest (1). */
export type Meant = { readonly text: string; readonly stems: readonly string[]; readonly weight: number };

/** True if models contain all words of a phrase; other phrases are useless. */
type IsSaid = (stems: readonly string[]) => boolean;

export type Concepts = ReturnType<typeof openConcepts>;

/** Share of the meaning that remains per level down or up, per further sense of a word, and of a name. */
const shares = { down: 0.75, up: 0.5, sense: 0.77, name: 0.71 } as const;
const levels = { down: 3, up: 2 } as const;
const mostSenses = 3;
const mostMeant = 12;
/** Limit of lines to check, as a thing can have thousands of kinds. */
const mostLookedAt = 400;
/** How strongly a long definition dilutes its words. */
const lengthShare = 0.6;

/** English words that name nothing. */
const fillers = new Set(
  'a an the of to in on for with and or is are it that this from by at as be can has have who which where what they you your his her its up out into not but when so one something somewhere place thing kind type'.split(
    ' ',
  ),
);
export const isFiller = (word: string) => fillers.has(word);

/** Splits off the digit that says which sense of the name a line has. */
function toName(text: string) {
  const last = text.charCodeAt(text.length - 1) - 48;
  return last >= 0 && last <= 9 ? { text: text.slice(0, -1), sense: last } : { text, sense: 0 };
}

/** Collects phrases that models contain, each with its best weight. */
function createList(isSaid: IsSaid) {
  const found = new Map<string, Meant>();
  return {
    add({ text, sense }: ReturnType<typeof toName>, share: number) {
      const weight = share * shares.name ** sense;
      const known = found.get(text);
      if (known && known.weight >= weight) return;
      const stems = known?.stems ?? splitWords(text).map(stem);
      if (known || isSaid(stems)) found.set(text, { text, stems, weight });
    },
    list() {
      const best = [...found.values()].sort((a, b) => b.weight - a.weight).slice(0, mostMeant);
      return best.map((one) => ({ ...one, weight: one.weight / (best[0]?.weight ?? 1) }));
    },
  };
}

/** Maps hashes of names to numbers. Results include collisions; it takes a quarter of the memory of a `Map`. */
function createNameTable(count: number) {
  const size = 2 ** Math.ceil(Math.log2(count * 2));
  const slots = new Uint32Array(size);
  const hash = (text: string) => {
    let value = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return (value ^ (value >>> 15)) & (size - 1);
  };
  return {
    add(text: string, number: number) {
      let at = hash(text);
      while (slots[at] !== 0) at = (at + 1) & (size - 1);
      slots[at] = number + 1;
    },
    *find(text: string) {
      for (let at = hash(text); slots[at] !== 0; at = (at + 1) & (size - 1)) yield (slots[at] ?? 0) - 1;
    },
  };
}

function* findAll(file: string, text: string) {
  for (let at = file.indexOf(text); at >= 0; at = file.indexOf(text, at + Math.max(1, text.length - 1)))
    yield at;
}

/**
 * Opens a list of nouns, one per line: `,name,other name1,|line of the kind above| stems of the definition `. A digit
 * after a name means a further sense of it. Definitions are searched without an index, which would take twenty times
 * the memory for a rare query.
 */
export function openConcepts(file: string) {
  const starts: number[] = [0];
  for (const at of findAll(file, '\n')) starts.push(at + 1);
  const size = starts.length - 1;
  const lineAt = (place: number) => {
    let [low, high] = [0, size];
    while (low < high - 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low;
  };
  const namesEnd = (line: number) => file.indexOf('|', starts[line]);
  const above = Int32Array.from({ length: size }, (_, line) => {
    const from = namesEnd(line) + 1;
    return file[from] === '|' ? -1 : Number.parseInt(file.slice(from, from + 8), 10);
  });
  const namesOf = (line: number) => {
    const list = file.slice((starts[line] ?? 0) + 1, namesEnd(line) - 1);
    return list === '' ? [] : list.split(',').map(toName);
  };
  const lengthOf = (line: number) => (starts[line + 1] ?? 0) - namesEnd(line);
  const meanLength = file.length / size;

  const table = createNameTable(size * 2);
  for (let line = 0; line < size; line++) for (const { text } of namesOf(line)) table.add(text, line);
  /** Returns the lines of a word's senses, most common first. */
  const listSenses = (word: string): number[] => {
    const found: number[] = [];
    for (const line of table.find(word))
      for (const { text, sense } of namesOf(line)) if (text === word) found[sense] = line;
    return found.filter((line) => line !== undefined).slice(0, mostSenses);
  };
  const listBelow = (level: ReadonlySet<number>): Set<number> => {
    const below = new Set<number>();
    for (let line = 0; line < size && below.size < mostLookedAt; line++)
      if (level.has(above[line] ?? -1)) below.add(line);
    return below;
  };

  /** Visits a line, its kinds, and what it is a kind of, each with its share of the meaning. */
  const visitAround = (start: number, visit: (line: number, share: number) => void) => {
    let level = new Set([start]);
    for (let down = 0; down <= levels.down && level.size > 0; down++) {
      for (const line of level) visit(line, shares.down ** down);
      level = listBelow(level);
    }
    for (let up = 1, kind = above[start] ?? -1; up <= levels.up && kind >= 0; up++) {
      visit(kind, shares.up ** up);
      kind = above[kind] ?? -1;
    }
  };

  return {
    /** Returns an English noun's other names, its kinds, and what it is a kind of; empty for other words. */
    near(word: string, isSaid: IsSaid) {
      const list = createList(isSaid);
      const own = word.length < 3 ? [] : listSenses(word);
      const known = own.length > 0 || word.length < 4 ? own : listSenses(withoutPlural(word));
      for (const [sense, start] of known.entries())
        visitAround(start, (line, share) => {
          for (const name of namesOf(line)) list.add(name, share * shares.sense ** sense);
        });
      return list.list();
    },
    /** Returns the things whose definitions contain the words of a text. */
    describe(words: readonly string[], isSaid: IsSaid) {
      const scores = new Map<number, number>();
      for (const word of new Set(words.filter((one) => one.length > 2 && !isFiller(one)).map(stem))) {
        const lines = [...findAll(file, ` ${word} `)].map(lineAt);
        const rarity = Math.log(1 + (size - lines.length + 0.5) / (lines.length + 0.5));
        for (const line of lines) {
          const length = 1 - lengthShare + (lengthShare * lengthOf(line)) / meanLength;
          scores.set(line, (scores.get(line) ?? 0) + rarity / (1 + length));
        }
      }
      const list = createList(isSaid);
      const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, mostLookedAt);
      for (const [line, score] of best) for (const name of namesOf(line)) list.add(name, score);
      return list.list();
    },
  };
}

/** The meanings of a word, each a phrase of stems. */
export type Meanings = readonly (readonly string[])[];

const endings = ['ern', 'em', 'en', 'er', 'es', 'e', 'n', 's'];
const shortest = 3;

/** Returns the common stem of a German noun's forms: "baume", "baumes", "baum". Takes a folded word, no umlauts. */
export function germanStem(word: string): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortest);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** What can link two parts of a compound ("Schwein-e-stall"), or be dropped there ("Kirche", "Kirch-turm"). */
const links = ['', 'e', 'n', 's', 'en', 'er', 'es'];
const mostCompounds = 4;
const mostPhrases = 8;

type Lexicon = {
  /** Returns the meanings of a word in any form; none if it is unknown. */
  readonly find: (word: string) => Meanings;
  /** Returns the stem of a word that occurs in the library, or null. */
  readonly own: (word: string) => string | null;
};

type Compound = {
  readonly whole: Meanings;
  /** Meanings of its last part: a Schatztruhe is a Truhe. */
  readonly head: Meanings;
};

/** Splits a German compound into parts that the lexicon or the library knows, at least one of them from the lexicon. */
export function splitCompound(word: string, { find, own }: Lexicon): Compound[] {
  const meaningsOf = (part: string): Meanings => {
    if (part.length < shortest) return [];
    const kept = own(part);
    return kept === null ? find(part) : [...find(part), [kept]];
  };
  const beginnings = (left: string): Meanings => {
    const bare = links
      .filter((link) => left.endsWith(link))
      .map((link) => left.slice(0, left.length - link.length));
    const found = new Map([...bare, `${left}e`].flatMap(meaningsOf).map((one) => [one.join(' '), one]));
    return [...found.values()];
  };
  /** By the end of the part split off: a long word has many splits, but few beginnings. */
  const known = new Map<number, Compound[]>();
  const splitTo = (end: number): Compound[] => {
    const before = known.get(end);
    if (before) return before;
    const compounds: Compound[] = [];
    known.set(end, compounds);
    for (let at = shortest; at <= end - shortest && compounds.length < mostCompounds; at++) {
      const [left, right] = [word.slice(0, at), word.slice(at, end)];
      const head = meaningsOf(right);
      if (head.length === 0) continue;
      const nested = splitTo(at).flatMap(({ whole }) => whole);
      const first = [...beginnings(left), ...nested];
      const isGerman = find(right).length > 0 || first.some((phrase) => phrase.join() !== own(left));
      if (first.length === 0 || !isGerman) continue;
      const whole = first.flatMap((one) => head.map((other) => [...one, ...other])).slice(0, mostPhrases);
      compounds.push({ whole, head });
    }
    return compounds;
  };
  return splitTo(word.length);
}

import type { Records } from './database.ts';
import { createRandom, pick, type Random } from './random.ts';
import type { BenchRecord } from './records.ts';

type BenchFilters = {
  readonly category?: string;
  readonly license?: string;
  readonly type?: number;
  readonly triMin?: number;
  readonly lods?: readonly string[];
  readonly sizeMin?: number;
  readonly colours?: readonly string[];
};

export type BenchQuery = {
  readonly words: readonly string[];
  /** The last word is only begun. */
  readonly isPrefix: boolean;
  readonly filters: BenchFilters;
};

export const kinds = [
  'rare word',
  'common word',
  'very common word',
  'two words',
  'three words',
  '3-letter prefix',
  'filtered 3-letter prefix',
  'word + prefix',
  'typo',
  'text + 3 filters',
  'browse',
  'browse + filters',
] as const;
export type Kind = (typeof kinds)[number];

export const hasTypo = (kind: Kind) => kind === 'typo';

const textOf = ({ title, tags, description }: BenchRecord) => `${title} ${tags.join(' ')} ${description}`;
const wordsIn = (text: string) => [...new Set(text.toLowerCase().match(/\b[a-z]{4,}\b/g) ?? [])];

/** Words of a part of the records by the share of models that have them. */
function takeSample({ count, at }: Records) {
  const size = Math.min(count, 20_000);
  const records = Array.from({ length: size }, (_, index) =>
    wordsIn(textOf(at(Math.floor((index * count) / size)))),
  );
  const seen = new Map<string, number>();
  for (const words of records) for (const word of words) seen.set(word, (seen.get(word) ?? 0) + 1);
  const between = (least: number, most: number) =>
    [...seen].filter(([, times]) => times / size >= least && times / size < most).map(([word]) => word);
  return { between };
}

function mistype(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [left, here, next, right] = [
    word.slice(0, at),
    word[at] ?? '',
    word[at + 1] ?? '',
    word.slice(at + 2),
  ];
  return pick(
    [`${left}${next}${here}${right}`, `${left}${next}${right}`, `${left}${here}${here}${next}${right}`],
    random,
  );
}

/** Makes as many different queries of a kind as are asked for, always the same ones. */
export function createQueries(records: Records) {
  const sample = takeSample(records);
  const random = createRandom(77);
  const [rare, common, veryCommon] = [
    sample.between(0, 0.0003),
    sample.between(0.02, 0.1),
    sample.between(0.15, 0.9),
  ];
  const mistakable = sample.between(0.0003, 0.02).filter((word) => word.length > 5);
  const isCommon = new Set([...sample.between(0.005, 0.15)]);
  const from = (words: readonly string[]) => pick(words, random);
  /** Words and traits that one model really has, so that something is found. */
  const together = (count: number): { words: string[]; filters: BenchFilters } => {
    for (;;) {
      const record = records.at(Math.floor(random() * records.count));
      const known = wordsIn(textOf(record)).filter((word) => isCommon.has(word));
      if (known.length < count) continue;
      const { category, license, triangles } = record;
      const words = [...known].sort(() => random() - 0.5).slice(0, count);
      return { words, filters: { category, license, triMin: Math.min(triangles, 1000) } };
    }
  };
  const query = (words: readonly string[], more: Partial<BenchQuery> = {}): BenchQuery => ({
    words,
    isPrefix: false,
    filters: {},
    ...more,
  });
  const make: Readonly<Record<Kind, () => BenchQuery>> = {
    'rare word': () => query([from(rare)]),
    'common word': () => query([from(common)]),
    'very common word': () => query([from(veryCommon)]),
    'two words': () => query(together(2).words),
    'three words': () => query(together(3).words),
    '3-letter prefix': () => query([from(common).slice(0, 3)], { isPrefix: true }),
    'filtered 3-letter prefix': () => {
      const { words, filters } = together(1);
      return query([(words[0] ?? '').slice(0, 3)], { isPrefix: true, filters });
    },
    'word + prefix': () => {
      const [first = '', second = ''] = together(2).words;
      return query([first, second.slice(0, 4)], { isPrefix: true });
    },
    typo: () => query([mistype(from(mistakable), random)]),
    'text + 3 filters': () => {
      const { words, filters } = together(1);
      return query(words, { filters });
    },
    browse: () => query([]),
    'browse + filters': () => query([], { filters: together(1).filters }),
  };
  let last = '';
  /** Another text than the one before, where the kind has several: the engine still knows that one's matches. */
  const makeNext = (kind: Kind) => {
    for (let attempt = 0; ; attempt += 1) {
      const next = make[kind]();
      const text = next.words.join(' ');
      if (text !== '' && text === last && attempt < 20) continue;
      last = text;
      return next;
    }
  };
  return (kind: Kind, count: number) => Array.from({ length: count }, () => makeNext(kind));
}

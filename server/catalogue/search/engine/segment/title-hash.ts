import { splitWords, stem } from '../../analysis/tokenise.ts';
import { type Segment, type SegmentFacts, titleOf } from './segment.ts';

/** Hashes a sequence of words with FNV-1a; never 0. */
export function hashWords(words: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const word of words) {
    for (let index = 0; index < word.length; index++)
      hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
    hash = Math.imul(hash ^ 32, 0x01000193);
  }
  return hash >>> 0 || 1;
}

export const hashTitle = (title: string) => hashWords(splitWords(title).map(stem));

export function findTitles(segment: Segment, hash: number): Uint32Array {
  const { titlesByHash, titleStarts } = segment;
  const start = Math.floor((hash / 2 ** 32) * (titleStarts.length - 1));
  const end = titleStarts[start + 1] ?? 0;
  const firstAbove = (least: number, from: number) => {
    let [low, high] = [from, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (hashTitle(titleOf(segment, titlesByHash[middle] ?? 0)) > least) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const first = firstAbove(hash - 1, titleStarts[start] ?? 0);
  return titlesByHash.subarray(first, firstAbove(hash, first));
}

/** Marks the categories whose own name or subcategory's name has one of the given hashes; null if there are none. */
export function createNamedCategories({ categories }: SegmentFacts) {
  const read = () => {
    const places = new Map<number, number[]>();
    for (const [place, { name, subname }] of categories.entries())
      for (const text of [name, subname]) {
        const hash = hashWords(splitWords(text).map(stem));
        places.set(hash, [...(places.get(hash) ?? []), place]);
      }
    return places;
  };
  let known: ReadonlyMap<number, readonly number[]> | null = null;

  return (nameHashes: readonly number[]): Uint8Array | null => {
    const named = known ?? read();
    known = named;
    const places = nameHashes.flatMap((hash) => named.get(hash) ?? []);
    if (places.length === 0) return null;
    const marks = new Uint8Array(categories.length);
    for (const place of places) marks[place] = 1;
    return marks;
  };
}
export type NamedCategories = ReturnType<typeof createNamedCategories>;

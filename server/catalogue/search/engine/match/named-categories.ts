import { stem } from '../../analysis/stem.ts';
import { splitWords } from '../../analysis/tokenise.ts';
import type { SegmentFacts } from '../segment/segment.ts';
import { hashWords } from '../segment/title-hash.ts';

/** Finds the categories whose own name, or their subcategory's, is one of those asked for: a mark for each, or null when there is none. */
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

import { stem } from '../../analysis/stem.ts';
import { splitWords } from '../../analysis/tokenise.ts';
import { type Segment, titleOf } from './segment.ts';

/** A number for a sequence of words, never 0 (FNV-1a). */
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

/** The models whose titles have a hash, ascending. */
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

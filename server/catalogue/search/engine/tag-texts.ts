import { type Segment, tagOf } from './segment.ts';

/** The number of the tag with a text, whatever its case; null when there is none. */
export function findTag(segment: Segment, text: string): number | null {
  const { tagsByText } = segment;
  const wanted = text.toLowerCase();
  const textAt = (place: number) => tagOf(segment, tagsByText[place] ?? 0).toLowerCase();
  let [low, high] = [0, tagsByText.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (textAt(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low < tagsByText.length && textAt(low) === wanted ? (tagsByText[low] ?? 0) : null;
}

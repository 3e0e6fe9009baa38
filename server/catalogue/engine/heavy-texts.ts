import { type Segment, stemOnly } from './segment.ts';

/** Texts that more than this share of all models match are heavy. */
const heavyShare = 1 / 100;
const mostTexts = 2500;
/** Longer beginnings are mostly those of one word, which is listed itself. In bytes. */
const longestBeginning = 5;

/** Single words and beginnings of words that match so many models that they take longest to answer, the most used first. */
export function listHeavyTexts({ wordBytes, wordOffsets, wordTerms, postingOffsets, facts }: Segment) {
  const least = facts.models * heavyShare;
  const heavy = new Map<string, number>();
  const note = (start: number, end: number, count: number) => {
    if (count <= least) return;
    const text = Buffer.from(wordBytes.subarray(start, end)).toString();
    heavy.set(text, Math.max(count, heavy.get(text) ?? 0));
  };
  /** How often words are used that begin with the first bytes of the last word, by the number of these bytes. */
  const uses = new Uint32Array(longestBeginning + 1);
  let [last, lastEnd] = [0, 0];
  /** Notes the beginnings of the last word that have more than so many bytes. */
  const end = (shared: number) => {
    const longest = Math.min(longestBeginning, lastEnd - last);
    for (let length = shared + 1; length <= longest; length++) {
      const isWhole = last + length === lastEnd || ((wordBytes[last + length] ?? 0) & 0xc0) !== 0x80;
      if (isWhole) note(last, last + length, uses[length] ?? 0);
    }
    uses.fill(0, shared + 1);
  };
  for (let index = 0; index < wordTerms.length; index++) {
    const term = wordTerms[index] ?? stemOnly;
    if (term >= stemOnly) continue;
    const [start, stop] = [wordOffsets[index] ?? 0, wordOffsets[index + 1] ?? 0];
    const most = Math.min(longestBeginning, stop - start, lastEnd - last);
    let shared = 0;
    while (shared < most && wordBytes[start + shared] === wordBytes[last + shared]) shared++;
    end(shared);
    [last, lastEnd] = [start, stop];
    const count = (postingOffsets[term + 1] ?? 0) - (postingOffsets[term] ?? 0);
    note(start, stop, count);
    for (let length = Math.min(longestBeginning, stop - start); length > 0; length--)
      uses[length] = (uses[length] ?? 0) + count;
  }
  end(0);
  return [...heavy]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostTexts)
    .map(([text]) => text);
}

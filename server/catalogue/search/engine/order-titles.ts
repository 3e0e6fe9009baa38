import { stem } from '../analysis/stem.ts';
import { splitWords } from '../analysis/tokenise.ts';
import { titleBoosts } from '../weights.ts';
import type { QueryWords } from './query-words.ts';
import { type Segment, titleOf } from './segment.ts';

/** Whether words stand in a title side by side. */
function holdsRun(title: readonly string[], words: readonly string[]): boolean {
  for (let start = 0; start + words.length <= title.length; start++) {
    let held = 0;
    while (held < words.length && title[start + held] === words[held]) held++;
    if (held === words.length) return true;
  }
  return false;
}

/** The most that `weighTitle` gives for any title. */
export const mostTitleWeight = ({ quoted, stems }: QueryWords) =>
  (quoted.length > 0 ? titleBoosts.quoted : 0) + (stems.length > 1 ? titleBoosts.neighbours : 0);

/** The share of the best possible score that the order of words in a model's title earns. */
export function weighTitle(segment: Segment, doc: number, { stems, quoted }: QueryWords): number {
  const isOrdered = stems.length > 1;
  if (!isOrdered && quoted.length === 0) return 0;
  const title = splitWords(titleOf(segment, doc)).map(stem);
  const found = quoted.filter((phrase) => holdsRun(title, phrase)).length;
  let neighbours = 0;
  for (let at = 1; at < stems.length; at++) if (holdsRun(title, stems.slice(at - 1, at + 1))) neighbours++;
  const ordered = isOrdered ? neighbours / (stems.length - 1) : 0;
  return titleBoosts.neighbours * ordered + titleBoosts.quoted * (found / Math.max(1, quoted.length));
}

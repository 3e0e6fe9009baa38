import { stem } from '../../analysis/stem.ts';
import { splitWords } from '../../analysis/tokenise.ts';
import { titleBoosts } from '../../weights.ts';
import { type Segment, titleOf } from '../segment/segment.ts';
import type { QueryWords } from './query-words.ts';

/** The words of a query, and the stems with which a title may begin to be about it. */
export type OrderedWords = QueryWords & { readonly openers: readonly string[] };

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
export const mostTitleWeight = ({ quoted, stems }: OrderedWords) =>
  (quoted.length > 0 ? titleBoosts.quoted : 0) +
  (stems.length > 1 ? titleBoosts.neighbours : 0) +
  titleBoosts.first;

/** From 1 where a title begins with one of the words, by its place, to 0 where it has none. */
function weighPlace(title: readonly string[], words: readonly string[]): number {
  const place = title.findIndex((word) => words.includes(stem(word)));
  return place === -1 ? 0 : 1 / (place + 1);
}

/** The share of the best possible score that the order of words in a model's title earns. */
export function weighTitle(segment: Segment, doc: number, { stems, quoted, openers }: OrderedWords): number {
  const words = splitWords(titleOf(segment, doc));
  const first = titleBoosts.first * weighPlace(words, openers);
  const isOrdered = stems.length > 1;
  if (!isOrdered && quoted.length === 0) return first;
  const title = words.map(stem);
  const found = quoted.filter((phrase) => holdsRun(title, phrase)).length;
  let neighbours = 0;
  for (let at = 1; at < stems.length; at++) if (holdsRun(title, stems.slice(at - 1, at + 1))) neighbours++;
  const ordered = isOrdered ? neighbours / (stems.length - 1) : 0;
  const said = titleBoosts.quoted * (found / Math.max(1, quoted.length));
  return first + titleBoosts.neighbours * ordered + said;
}

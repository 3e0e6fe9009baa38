import { stem } from '../analysis/stem.ts';
import { splitWords } from '../analysis/tokenise.ts';
import { titleBoosts } from '../ranking/weights.ts';
import type { QueryWords } from './query-words.ts';
import { type Segment, titleOf } from './segment.ts';

/** The share of the best possible score that the order of words in a model's title earns. */
export function weighTitle(segment: Segment, doc: number, query: QueryWords): number {
  const isOrdered = query.stems.length > 1;
  if (!isOrdered && query.quoted.length === 0) return 0;
  const title = ` ${splitWords(titleOf(segment, doc)).map(stem).join(' ')} `;
  const quoted = query.quoted.filter((phrase) => title.includes(` ${phrase.join(' ')} `)).length;
  let neighbours = 0;
  for (let at = 1; at < query.stems.length; at++)
    if (title.includes(` ${query.stems[at - 1]} ${query.stems[at]} `)) neighbours++;
  const ordered = isOrdered ? neighbours / (query.stems.length - 1) : 0;
  const held = query.stems.filter((word) => title.includes(` ${word} `)).length / query.stems.length;
  return (
    titleBoosts.held * held +
    titleBoosts.neighbours * ordered +
    titleBoosts.quoted * (quoted / Math.max(1, query.quoted.length))
  );
}

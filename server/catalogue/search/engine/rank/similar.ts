import { splitWords, stem } from '../../analysis/tokenise.ts';
import type { EnginePage } from '../engine-types.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import { type Group, type Segment, tagOf, termSource, titleOf } from '../segment/segment.ts';
import { tagsOf } from '../segment/tag-lanes.ts';
import { createTop } from '../segment/top.ts';
import { countUses, inverseFrequency } from '../segment/vocabulary.ts';
import { byPopularity } from './pick-in-order.ts';

const mostWords = 12;
/** Bonus for a model of the same category. */
const sameCategory = 1.25;
/** Bonus for the word that says what a thing is rather than what it consists of: an oak chair is similar to a chair. */
const namesThing = 2.5;

function wordsOf(segment: Segment, doc: number): string[] {
  const texts = [titleOf(segment, doc), ...tagsOf(segment, doc).map((tag) => tagOf(segment, tag))];
  return [...new Set(texts.flatMap(splitWords).map(stem))];
}

/** Returns the last word of a title, ignoring numbers: `Oak chair 02` is a chair. */
const headOf = (segment: Segment, doc: number): string | null => {
  const last = splitWords(titleOf(segment, doc)).findLast((word) => !/\d/.test(word));
  return last === undefined ? null : stem(last);
};

const slugOf = ({ categories, facts }: Segment, doc: number) => facts.categories[categories[doc] ?? 0]?.slug;

/** Finds models that share the rarest words of a model's title and tags. */
export function createSimilar(segments: readonly SearchedSegment[]) {
  const vocabularies = segments.map(({ vocabulary }) => vocabulary);
  const { models, frequency } = countUses(vocabularies);
  const find = (modelId: number) => {
    for (const { segment, dead } of segments) {
      const doc = segment.modelIds.indexOf(modelId);
      if (doc >= 0 && dead?.[doc] !== 1) return { segment, doc };
    }
    return null;
  };
  type Wanted = { readonly words: readonly string[]; readonly head: string | null };
  const toGroups = (segment: Segment, index: number, { words, head }: Wanted): Group[] =>
    words.map((text) => {
      const term = vocabularies[index]?.termOf(text) ?? -1;
      if (term < 0) return [];
      const weight = inverseFrequency(models, frequency(text)) / 0xffff;
      return [termSource(segment, text === head ? weight * namesThing : weight, term)];
    });

  return (modelId: number, limit: number): EnginePage => {
    const own = find(modelId);
    if (own === null) return { hits: [], total: 0, suggestions: [], corrections: [] };
    const slug = slugOf(own.segment, own.doc);
    const head = headOf(own.segment, own.doc);
    // The word that names the thing is kept, even if many models have it.
    const words = wordsOf(own.segment, own.doc)
      .sort((a, b) => Number(b === head) - Number(a === head) || frequency(a) - frequency(b))
      .slice(0, mostWords);
    let total = 0;
    const hits = segments.flatMap(({ segment, dead, matcher }, index) => {
      const { docs, scores, length } = matcher.any(toGroups(segment, index, { words, head }));
      const top = createTop(Math.min(limit, length));
      for (let at = 0; at < length; at++) {
        const doc = docs[at] ?? 0;
        if (dead?.[doc] === 1 || (segment === own.segment && doc === own.doc)) continue;
        total++;
        top.offer(doc, (scores[at] ?? 0) * (slugOf(segment, doc) === slug ? sameCategory : 1));
      }
      return top.list().map(({ doc, key }) => ({ segment, doc, score: key }));
    });
    const best = hits.sort((a, b) => b.score - a.score || byPopularity(a, b)).slice(0, limit);
    return {
      hits: best.map(({ segment, doc, score }) => ({ modelId: segment.modelIds[doc] ?? 0, score })),
      total,
      suggestions: [],
      corrections: [],
    };
  };
}

import { stem } from '../analysis/stem.ts';
import { splitWords } from '../analysis/tokenise.ts';
import { formWeights, inverseFrequency } from '../ranking/weights.ts';
import type { Group, Source } from './matcher.ts';
import type { SearchedSegment } from './searched-segment.ts';
import { titleOf } from './segment.ts';
import type { WordForms } from './word-forms.ts';

/** Words side by side are looked for in at most this many titles. */
const mostTitlesRead = 200;

/** Turns word forms into the postings of one segment, weighed by how rare they are over all segments. */
export function createResolve(segments: readonly SearchedSegment[]) {
  const models = segments.reduce((sum, { segment }) => sum + segment.facts.models, 0);
  const countText = (text: string) =>
    segments.reduce((sum, { vocabulary }) => {
      const term = vocabulary.termOf(text);
      return term < 0 ? sum : sum + vocabulary.frequency(term);
    }, 0);
  const rarity = (found: number) => inverseFrequency(models, Math.min(found, models));

  const postings = ({ segment }: SearchedSegment, term: number, weight: number): Source => {
    const [from, to] = [segment.postingOffsets[term] ?? 0, segment.postingOffsets[term + 1] ?? 0];
    return {
      docs: segment.postingDocs.subarray(from, to),
      impacts: segment.impacts.subarray(from, to),
      weight,
    };
  };
  const byText = (one: SearchedSegment, text: string, weight: number): Source[] => {
    const term = one.vocabulary.termOf(text);
    return term < 0 ? [] : [postings(one, term, weight)];
  };

  /** Models that hold all of some words, as one source. */
  const together = (
    one: SearchedSegment,
    texts: readonly string[],
    share: number,
    cap = Number.POSITIVE_INFINITY,
  ): Source[] => {
    const groups = texts.map((text) => byText(one, text, 1 / texts.length));
    const found = one.matcher.all(groups);
    const weight =
      share *
      Math.min(
        texts.reduce((sum, text) => sum + rarity(countText(text)), 0),
        cap,
      );
    if (found.length === 0) return [];
    return [
      {
        docs: found.docs.slice(0, found.length),
        impacts: Uint16Array.from(found.scores.subarray(0, found.length)),
        weight,
      },
    ];
  };
  /** The same, but only where the words stand side by side in the title. */
  const adjacent = (one: SearchedSegment, texts: readonly string[]): Source[] => {
    const [found] = together(one, texts, formWeights.split);
    if (found === undefined || found.docs.length > mostTitlesRead) return [];
    const isSideBySide = (doc: number) =>
      ` ${splitWords(titleOf(one.segment, doc)).map(stem).join(' ')} `.includes(` ${texts.join(' ')} `);
    const places = [...found.docs.keys()].filter((place) => isSideBySide(found.docs[place] ?? 0));
    return [
      {
        docs: Uint32Array.from(places, (place) => found.docs[place] ?? 0),
        impacts: Uint16Array.from(places, (place) => found.impacts[place] ?? 0),
        weight: found.weight,
      },
    ];
  };
  const prefixed = (one: SearchedSegment, prefix: string, cap: number): Source[] => {
    const terms = [...one.vocabulary.termsWithPrefix(prefix)];
    const all = terms.reduce((sum, term) => sum + one.vocabulary.frequency(term), 0);
    const weight = formWeights.prefix * Math.min(rarity(all), cap);
    return terms.map((term) => postings(one, term, weight));
  };

  const resolveWord = (one: SearchedSegment, forms: WordForms): Group => {
    const uses = countText(forms.exact);
    const cap = uses > 0 ? rarity(uses) : Number.POSITIVE_INFINITY;
    const sources = byText(one, forms.exact, rarity(uses));
    for (const { text, weight } of [...forms.others, ...forms.typos])
      sources.push(...byText(one, text, weight * Math.min(rarity(countText(text)), cap)));
    for (const { texts, weight } of forms.together) sources.push(...together(one, texts, weight, cap));
    for (const texts of forms.adjacent) sources.push(...adjacent(one, texts));
    if (forms.prefix !== null) sources.push(...prefixed(one, forms.prefix, cap));
    return sources.filter(({ docs }) => docs.length > 0);
  };

  return (one: SearchedSegment, forms: readonly WordForms[]): Group[] =>
    forms.map((word) => resolveWord(one, word));
}

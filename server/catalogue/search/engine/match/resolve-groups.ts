import { splitWords, stem } from '../../analysis/tokenise.ts';
import { formWeights } from '../../weights.ts';
import type { SearchedSegment } from '../searched-segment.ts';
import { type Group, type Source, termSource, titleOf } from '../segment/segment.ts';
import { inverseFrequency } from '../segment/vocabulary.ts';
import type { WordForms } from './word-forms.ts';

/** Adjacent words are searched in at most this many titles. */
const mostTitlesRead = 200;

type Prefixed = {
  readonly prefix: string;
  /** Upper limit for the weight of another form. */
  readonly cap: number;
  readonly known: ReadonlyMap<number, number>;
};

/** Turns word forms into one segment's postings, weighted by their rarity over all segments. */
export function createResolve(segments: readonly SearchedSegment[]) {
  const models = segments.reduce((sum, { vocabulary }) => sum + vocabulary.models, 0);
  const countText = (text: string) =>
    segments.reduce((sum, { vocabulary }) => {
      const term = vocabulary.termOf(text);
      return term < 0 ? sum : sum + vocabulary.frequency(term);
    }, 0);
  const rarity = (found: number) => inverseFrequency(models, Math.min(found, models));

  const byText = (one: SearchedSegment, text: string, weight: number): Source[] => {
    const term = one.vocabulary.termOf(text);
    return term < 0 ? [] : [termSource(one.segment, weight, term)];
  };

  /** Returns the models that contain all of some words, as one source. */
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
        from: 0,
        to: found.length,
        weight,
        isOrdered: true,
      },
    ];
  };
  /** The same, but only if the words are adjacent in the title. */
  const adjacent = (one: SearchedSegment, texts: readonly string[]): Source[] => {
    const [found] = together(one, texts, 1);
    if (found === undefined || found.docs.length > mostTitlesRead) return [];
    const isSideBySide = (doc: number) =>
      ` ${splitWords(titleOf(one.segment, doc)).map(stem).join(' ')} `.includes(` ${texts.join(' ')} `);
    const places = [...found.docs.keys()].filter((place) => isSideBySide(found.docs[place] ?? 0));
    return [
      {
        docs: Uint32Array.from(places, (place) => found.docs[place] ?? 0),
        impacts: Uint16Array.from(places, (place) => found.impacts[place] ?? 0),
        from: 0,
        to: places.length,
        weight: found.weight,
        isOrdered: true,
      },
    ];
  };
  /** Returns the words with a prefix, except those that already count more as other sources. */
  const prefixed = (one: SearchedSegment, { prefix, cap, known }: Prefixed): Source[] => {
    const { runs } = one.vocabulary.termsWithPrefix(prefix);
    const uses = segments.reduce((sum, { vocabulary }) => sum + vocabulary.termsWithPrefix(prefix).uses, 0);
    const weight = formWeights.prefix * Math.min(rarity(uses), cap);
    return runs
      .filter(([first, last]) => first !== last || weight > (known.get(first) ?? 0))
      .map(([first, last]) => termSource(one.segment, weight, first, last));
  };

  const resolveWord = (one: SearchedSegment, forms: WordForms): Group => {
    const uses = countText(forms.exact);
    const cap = uses > 0 ? rarity(uses) : Number.POSITIVE_INFINITY;
    const known = new Map<number, number>();
    const sources: Source[] = [];
    const addText = (text: string, weight: number) => {
      const term = one.vocabulary.termOf(text);
      if (term < 0) return;
      known.set(term, Math.max(weight, known.get(term) ?? 0));
      sources.push(termSource(one.segment, weight, term));
    };
    addText(forms.exact, rarity(uses));
    for (const { text, weight } of forms.others)
      addText(text, weight * Math.min(rarity(countText(text)), cap));
    if (forms.prefix !== null) sources.push(...prefixed(one, { prefix: forms.prefix, cap, known }));
    for (const { texts, weight } of forms.together) sources.push(...together(one, texts, weight, cap));
    for (const texts of forms.adjacent) sources.push(...adjacent(one, texts));
    return sources.filter(({ from, to }) => to > from);
  };

  return (one: SearchedSegment, forms: readonly WordForms[]): Group[] =>
    forms.map((word) => resolveWord(one, word));
}

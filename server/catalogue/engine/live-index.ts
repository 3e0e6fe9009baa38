import { parseSynonyms, type Synonyms } from '../analysis/synonyms.ts';
import { createFacetCounter } from './count-facets.ts';
import type { IndexState } from './index-builder.ts';
import { createListFacets } from './list-facets.ts';
import { createMatcher } from './matcher.ts';
import { createNamedCategories } from './named-categories.ts';
import type { SearchedSegment } from './searched-segment.ts';
import { createSearcher, type Searcher } from './searcher.ts';
import { openSegment } from './segment.ts';
import { createSieve } from './sieve.ts';
import { createVocabulary } from './vocabulary.ts';

/** What is searched: a state of the index, and the text of a synonym file. */
export type Searched = { readonly state: IndexState; readonly synonyms: string };

/** Opens states of the index one after another; what two states share is opened once. */
export function createLiveIndex() {
  let parsed: { readonly text: string; readonly synonyms: Synonyms } | null = null;
  let known = new Map<SharedArrayBuffer, Omit<SearchedSegment, 'dead'>>();

  const open = (buffer: SharedArrayBuffer) => {
    const before = known.get(buffer);
    if (before) return before;
    const segment = openSegment(buffer);
    const facets = createListFacets(segment.facts);
    return {
      segment,
      facets,
      vocabulary: createVocabulary(segment),
      matcher: createMatcher(segment.facts.models),
      namedCategories: createNamedCategories(segment.facts),
      sift: createSieve(segment),
      countFacets: createFacetCounter(segment, facets),
    };
  };
  return ({ state, synonyms: text }: Searched): Searcher => {
    const base = { ...open(state.base), dead: state.dead === null ? null : new Uint8Array(state.dead) };
    const delta = state.delta === null ? [] : [{ ...open(state.delta), dead: null }];
    const segments: SearchedSegment[] = [base, ...delta];
    known = new Map(segments.map((one) => [one.segment.buffer, one]));
    if (parsed?.text !== text) parsed = { text, synonyms: parseSynonyms(text) };
    return createSearcher(segments, parsed.synonyms);
  };
}

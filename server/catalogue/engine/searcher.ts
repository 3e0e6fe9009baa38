import type { Synonyms } from '../analysis/synonyms.ts';
import { type Counts, countSelection } from './count-facets.ts';
import type { EngineFacets, EnginePage, EngineQuery } from './engine-types.ts';
import { createMatchWords, type WordMatches } from './match-words.ts';
import { pickHits } from './pick-hits.ts';
import type { SearchedSegment } from './resolve-groups.ts';
import { createSelection, type Selection } from './select.ts';
import { createSimilar } from './similar.ts';
import { createSuggest } from './suggest.ts';
import { toFacets } from './to-facets.ts';

export type Searcher = {
  search(query: EngineQuery): EnginePage;
  facets(query: EngineQuery): EngineFacets;
  similar(modelId: number, limit: number): EnginePage;
};

const nothing: WordMatches = {
  query: { words: [], stems: [], quoted: [], titleHash: 0 },
  found: [],
  best: 0,
};

type CountedPart = SearchedSegment & { readonly selection: Selection; readonly counts: Counts };
const mostListed = 32;

/** Answers queries over the segments of one state of the catalogue. */
export function createSearcher(segments: readonly SearchedSegment[], synonyms: Synonyms): Searcher {
  const { match, vocabularies } = createMatchWords(segments, synonyms);
  const suggest = createSuggest(vocabularies);
  const findSimilar = createSimilar(segments);
  let last: { words: string; found: WordMatches } | null = null;
  /** Counts of selections without words, by their filters: a page, its facets and the next page need the same. */
  const listed = new Map<string, CountedPart[]>();
  const noMatches = (): WordMatches => ({ ...nothing, found: segments.map(emptyMatches) });

  /** Null lists everything. The page and the facets of a query follow each other, so the last matches are kept. */
  const matchWords = (words: string | null): WordMatches | null => {
    if (words === null || words.trim() === '') return null;
    if (last?.words === words) return last.found;
    last = null;
    const found = match(words) ?? noMatches();
    last = { words, found };
    return found;
  };
  const selectParts = ({ filters }: EngineQuery) =>
    segments.map((live) => ({ ...live, selection: createSelection(live.segment, filters) }));

  const countParts = (query: EngineQuery, found: WordMatches | null) => {
    const key = JSON.stringify(query.filters);
    const known = found === null ? listed.get(key) : undefined;
    if (known) return known;
    const counted = selectParts(query).map((part, index) => ({
      ...part,
      counts: countSelection({ ...part, matches: found?.found[index] ?? null }),
    }));
    if (found === null) listed.set(key, counted);
    if (listed.size > mostListed) listed.delete(listed.keys().next().value ?? '');
    return counted;
  };

  return {
    search(query) {
      const found = matchWords(query.words);
      const parts = selectParts(query);
      const totals = found === null ? countParts(query, found).map(({ counts }) => counts.total) : null;
      const { hits, total } = pickHits(parts, query, { found, totals });
      const isNothing = found?.found.every(({ length }) => length === 0) === true;
      return { hits, total, suggestions: isNothing ? suggest(query.words ?? '') : [] };
    },
    facets(query) {
      const found = matchWords(query.words);
      return toFacets(countParts(query, found));
    },
    similar(modelId, limit) {
      last = null;
      return findSimilar(modelId, limit);
    },
  };
}

const emptyMatches = () => ({ docs: new Uint32Array(0), scores: new Float32Array(0), length: 0 });

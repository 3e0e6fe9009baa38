import type { Synonyms } from '../analysis/synonyms.ts';
import { countSelection } from './count-facets.ts';
import type { EngineFacets, EnginePage, EngineQuery } from './engine-types.ts';
import { createMatchWords, type WordMatches } from './match-words.ts';
import { pickHits } from './pick-hits.ts';
import type { SearchedSegment } from './resolve-groups.ts';
import { createSelection } from './select.ts';
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

/** Answers queries over the segments of one state of the catalogue. */
export function createSearcher(segments: readonly SearchedSegment[], synonyms: Synonyms): Searcher {
  const { match, vocabularies } = createMatchWords(segments, synonyms);
  const suggest = createSuggest(vocabularies);
  const findSimilar = createSimilar(segments);
  let last: { words: string; found: WordMatches } | null = null;
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

  return {
    search(query) {
      const found = matchWords(query.words);
      const { hits, total } = pickHits(selectParts(query), query, found);
      const isNothing = found?.found.every(({ length }) => length === 0) === true;
      return { hits, total, suggestions: isNothing ? suggest(query.words ?? '') : [] };
    },
    facets(query) {
      const found = matchWords(query.words);
      const parts = selectParts(query).map((part, index) => ({
        ...part,
        counts: countSelection({ ...part, matches: found?.found[index] ?? null }),
      }));
      return toFacets(parts);
    },
    similar(modelId, limit) {
      last = null;
      return findSimilar(modelId, limit);
    },
  };
}

const emptyMatches = () => ({ docs: new Uint32Array(0), scores: new Float32Array(0), length: 0 });

import { LRUCache } from 'lru-cache';
import { cacheBudgets } from '../../../base/cache-budgets.ts';
import type { Synonyms } from '../analysis/synonyms.ts';
import {
  type EngineFacets,
  type EngineFilters,
  type EnginePage,
  type EngineQuery,
  type FacetName,
  facetBits,
  facetNames,
} from './engine-types.ts';
import type { Tagged } from './facets/count-base-tags.ts';
import type { Basis } from './facets/count-facets.ts';
import { createTagCounter } from './facets/count-tags.ts';
import { type Filtered, listMissing } from './facets/filter-segment.ts';
import { createSelection } from './facets/select.ts';
import { keepFacets, toFacets } from './facets/to-facets.ts';
import { createMatchWords, type WordMatches } from './match/match-words.ts';
import { createSuggest } from './match/suggest.ts';
import { pickHits, type SelectedPart } from './rank/pick-hits.ts';
import { createSimilar } from './rank/similar.ts';
import type { SearchedSegment } from './searched-segment.ts';

export type Answers = {
  search(query: EngineQuery): EnginePage;
  facets(query: EngineQuery): EngineFacets;
  similar(modelId: number, limit: number): EnginePage;
};
export type Searcher = Answers & {
  /** True if answering is faster than a round trip to another thread. */
  isLight(query: EngineQuery): boolean;
};

const nothing: WordMatches = {
  query: { words: [], stems: [], quoted: [], excluded: [], titleHash: 0, openers: [] },
  found: [],
  bases: [],
  corrections: [],
  best: 0,
};

/** The results of a selection without words; facets are only counted on request. */
type Listed = { readonly total: number; readonly facets: Map<string, EngineFacets> };
/** Estimated size of an entry, with all facets of a large library. */
const listedBytes = 64 * 1024;
/** Above this share of all models, unselected ones are subtracted from totals; pays off earlier if more is counted. */
const mostSelected = { withTags: 1 / 2, withoutTags: 7 / 8 } as const;
/** Pages further down are not scanned from the start again. */
const mostScanned = 10_000;
/** This many matches are found and counted in a few tenths of a millisecond. */
const lightMatches = 10_000;

/** Answers queries on the segments of one state of the catalogue. */
export function createSearcher(segments: readonly SearchedSegment[], synonyms: Synonyms): Searcher {
  const { match, weigh } = createMatchWords(segments, synonyms);
  const suggest = createSuggest(segments);
  const findSimilar = createSimilar(segments);
  const countTags = createTagCounter(segments.map(({ segment }) => segment));
  let last: { words: string; isFiltered: boolean; found: WordMatches } | null = null;
  let selected: { readonly key: string; readonly parts: readonly SelectedPart[] } | null = null;
  /** Selections without words, by filter, as a page, its facets and the next page need the same one. */
  const listed = new LRUCache<string, Listed>({
    maxSize: cacheBudgets.facets,
    sizeCalculation: () => listedBytes,
  });
  const noMatches = (): WordMatches => ({ ...nothing, found: segments.map(emptyMatches) });

  /** Returns null to list everything. Caches the last matches, as a page and its facets are requested together. */
  const matchWords = ({ words, filters }: EngineQuery): WordMatches | null => {
    if (words === null || words.trim() === '') return null;
    const isFiltered = Object.keys(filters).length > 0;
    if (last?.words === words && (isFiltered || !last.isFiltered)) return last.found;
    last = null;
    selected = null;
    const found = match(words, isFiltered) ?? noMatches();
    last = { words, isFiltered, found };
    return found;
  };
  const filter = (filters: EngineFilters, found: WordMatches | null, enough?: number): SelectedPart[] => {
    const isAll = Object.keys(filters).length === 0;
    return segments.map((part, index) => {
      const selection = isAll ? part.everything : createSelection(part, filters);
      const matches = found?.found[index] ?? null;
      const filtered: Filtered =
        matches !== null && !matches.marked && selection.constraints.length === 0
          ? { ...matches, total: matches.length, others: [] }
          : part.filter({ selection, matches, dead: part.dead, ...(enough && { enough }) });
      // After filtering, the matches are no longer those of the head.
      const basis = selection.constraints.length === 0 ? (found?.bases[index] ?? null) : null;
      return { ...part, selection, filtered, basis };
    });
  };
  const select = ({ words, filters }: EngineQuery, found: WordMatches | null) => {
    const key = JSON.stringify([found && words, filters]);
    if (selected?.key !== key) selected = { key, parts: filter(filters, found) };
    return selected.parts;
  };
  const noteListed = (filters: EngineFilters, total: number): Listed => {
    const key = JSON.stringify(filters);
    const noted = listed.get(key) ?? { total, facets: new Map() };
    listed.set(key, noted);
    return noted;
  };
  const count = (parts: readonly SelectedPart[], names: readonly FacetName[]) => {
    const wanted = new Set(names);
    const share = wanted.has('tags') ? mostSelected.withTags : mostSelected.withoutTags;
    const bases = parts.map(({ filtered, basis, segment: { facts } }): Basis | null => {
      if (basis !== null) return basis;
      const isMost = filtered.length > facts.models * share;
      return isMost ? { head: null, missing: listMissing(filtered, facts.models) } : null;
    });
    const counts = parts.map(({ countFacets, filtered, selection }, index) =>
      countFacets({ filtered, basis: bases[index] ?? null, selection, wanted }),
    );
    const tagged = () => parts.map((part, index) => toTagged(part, bases[index] ?? null));
    const [first] = bases;
    const headed = first?.head ? { head: first.head, removed: first.missing } : null;
    return keepFacets(toFacets(counts, wanted.has('tags') ? countTags(tagged(), headed) : []), names);
  };

  return {
    search(query) {
      const found = matchWords(query);
      const known = found === null ? listed.get(JSON.stringify(query.filters)) : undefined;
      const size = query.offset + query.limit;
      const isFirst = found === null && query.sort === 'popular' && size <= mostScanned;
      if (isFirst) selected = null;
      const parts = isFirst ? filter(query.filters, found, size) : select(query, found);
      const total = known?.total ?? parts.reduce((sum, { filtered }) => sum + filtered.total, 0);
      if (found === null) noteListed(query.filters, total);
      const isNothing = found?.found.every(({ length }) => length === 0) === true;
      const hits = pickHits(parts, query, found);
      const suggestions = isNothing ? suggest(query.words ?? '') : [];
      return { hits, total, suggestions, corrections: found?.corrections ?? [] };
    },
    facets(query) {
      const found = matchWords(query);
      const known = found === null ? listed.get(JSON.stringify(query.filters)) : undefined;
      const names = query.facets ?? facetNames;
      const before = known?.facets.get(names.join());
      if (before) return before;
      const facets = count(select(query, found), names);
      if (found === null) noteListed(query.filters, facets.total).facets.set(names.join(), facets);
      return facets;
    },
    isLight: ({ words, filters }) =>
      words !== null && Object.keys(filters).length === 0 && weigh(words) <= lightMatches,
    similar(modelId, limit) {
      last = null;
      selected = null;
      return findSimilar(modelId, limit);
    },
  };
}

const emptyMatches = () => ({ docs: new Uint32Array(0), scores: new Float32Array(0), length: 0 });

/** Returns the models whose tags count: those selected, and those that only lack a wanted tag. */
function toTagged({ selection, filtered }: SelectedPart, basis: Basis | null): Tagged {
  const docs = filtered.docs.subarray(0, filtered.length);
  if (!selection.hasTags) return { docs, missing: basis?.head === null ? basis.missing : null };
  const lacking = filtered.others.find(({ bit }) => bit === facetBits.tag)?.docs ?? new Uint32Array(0);
  const all = new Uint32Array(docs.length + lacking.length);
  all.set(docs);
  all.set(lacking, docs.length);
  return { docs: all, missing: null };
}

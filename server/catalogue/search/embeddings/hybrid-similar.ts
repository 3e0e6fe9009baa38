import { isHiddenId } from '../../../base/sight.ts';
import type { Ranking } from '../../query.ts';
import type { SearchEngine } from '../engine/engine-types.ts';
import { fuseHits, toSimilarities } from './fuse-hits.ts';
import type { VectorSearch } from './vector-search.ts';
import type { VectorStore } from './vector-store.ts';

type Parts = {
  readonly engine: SearchEngine;
  readonly lexical: Ranking;
  readonly vectors: VectorSearch;
  readonly store: Pick<VectorStore, 'vectorOf'>;
};

/** Finds models similar in words and meaning; in words alone if a model has no vector yet. */
export function createHybridSimilar({ engine, lexical, vectors, store }: Parts): Ranking['similar'] {
  return async (modelId, limit) => {
    const vector = store.vectorOf(modelId);
    if (vector === null) return lexical.similar(modelId, limit);
    const { hits } = await engine.similar(modelId, limit);
    const among = hits.map((hit) => hit.modelId);
    const found = await vectors.find({ vector, limit: limit + 1, among }).catch(() => null);
    if (found === null) return lexical.similar(modelId, limit);
    const known = new Set([modelId, ...among]);
    const extras = found.nearest
      .map((near) => near.modelId)
      .filter((id) => !known.has(id) && !isHiddenId(id));
    const similarities = toSimilarities(found.nearest, found.among);
    const fused = fuseHits({ hits, similarities, extras }).slice(0, limit);
    return { hits: fused, total: fused.length, suggestions: [], corrections: [], isLasting: true };
  };
}

import type { RankedHit } from '../../query.ts';
import type { EngineHit } from '../engine/engine-types.ts';
import { fuseRanks } from './fuse-ranks.ts';
import type { Near } from './vector-worker.ts';

/** How many results meaning may reorder; after these, words alone decide. */
export const fusedWindow = 200;

type Candidates = {
  /** Hits by words, best first. */
  readonly hits: readonly EngineHit[];
  readonly similarities: ReadonlyMap<number, number>;
  readonly extras: readonly number[];
};

export const toSimilarities = (...lists: readonly (readonly Near[])[]) =>
  new Map(lists.flat().map(({ modelId, similarity }) => [modelId, similarity]));

/** Merges what words and meaning found, by reciprocal rank fusion. */
export function fuseHits({ hits, similarities, extras }: Candidates): RankedHit[] {
  const ids = [...hits.slice(0, fusedWindow).map(({ modelId }) => modelId), ...extras];
  const byMeaning = ids
    .filter((id) => similarities.has(id))
    .sort((a, b) => (similarities.get(b) ?? 0) - (similarities.get(a) ?? 0));
  const meaningPlace = new Map(byMeaning.map((id, place) => [id, place]));
  const lexical = new Map(hits.map(({ modelId, score }, place) => [modelId, { score, place }]));
  const toHit = (modelId: number): RankedHit => ({
    modelId,
    score: fuseRanks({
      lexical: lexical.get(modelId)?.place ?? null,
      meaning: meaningPlace.get(modelId) ?? null,
    }),
    lexicalScore: lexical.get(modelId)?.score ?? 0,
    embeddingScore: similarities.get(modelId) ?? null,
  });
  const fused = ids.map(toHit).sort((a, b) => b.score - a.score);
  return [...fused, ...hits.slice(fusedWindow).map(({ modelId }) => toHit(modelId))];
}

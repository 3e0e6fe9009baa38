import type { EngineQuery, SearchEngine } from './search/engine/engine-types.ts';

export type RankedHit = {
  readonly modelId: number;
  readonly score: number;
  readonly lexicalScore: number;
  /** Similarity of meaning, -1 to 1; null without an embedder, or without a vector of this model. */
  readonly embeddingScore: number | null;
};

export type RankedPage = {
  readonly hits: readonly RankedHit[];
  readonly total: number;
  readonly suggestions: readonly string[];
  /** False when the answer would be another one as soon as the embedder answers again. */
  readonly isLasting: boolean;
};

export type Ranking = {
  search(query: EngineQuery): Promise<RankedPage>;
  similar(modelId: number, limit: number): Promise<RankedPage>;
  /** Changes with everything that a ranking is made of. */
  state(): string;
};

/** Ranks by words alone. */
export function createLexicalRanking(engine: SearchEngine): Ranking {
  const toPage = ({ hits, ...page }: Awaited<ReturnType<SearchEngine['search']>>): RankedPage => ({
    ...page,
    hits: hits.map(({ modelId, score }) => ({ modelId, score, lexicalScore: score, embeddingScore: null })),
    isLasting: true,
  });
  return {
    search: async (query) => toPage(await engine.search(query)),
    similar: async (modelId, limit) => toPage(await engine.similar(modelId, limit)),
    state: engine.revision,
  };
}

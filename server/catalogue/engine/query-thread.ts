import { parentPort, workerData } from 'node:worker_threads';
import type { EngineQuery } from './engine-types.ts';
import type { IndexState } from './index-builder.ts';
import { createLiveIndex } from './live-index.ts';
import type { Searcher } from './searcher.ts';
import { serveCalls } from './thread-calls.ts';

export type QueryThreadData = { readonly synonyms: string; readonly state: IndexState };

if (parentPort) {
  const { synonyms, state }: QueryThreadData = workerData;
  const open = createLiveIndex(synonyms);
  let searcher: Searcher = open(state);
  serveCalls(parentPort, {
    adopt: (next: IndexState) => {
      searcher = open(next);
    },
    search: (query: EngineQuery) => searcher.search(query),
    facets: (query: EngineQuery) => searcher.facets(query),
    similar: ([modelId, limit]: readonly [number, number]) => searcher.similar(modelId, limit),
  });
}

import { parentPort, workerData } from 'node:worker_threads';
import type { EngineQuery } from './engine-types.ts';
import { createLiveIndex, type Searched } from './live-index.ts';
import type { Searcher } from './searcher.ts';
import { type Ending, serveCalls } from './thread-calls.ts';
import { warmUp } from './warm-up.ts';

if (parentPort) {
  const first: Searched & Ending = workerData;
  const open = createLiveIndex();
  let searcher: Searcher = open(first);
  serveCalls(parentPort, {
    adopt: (next: Searched) => {
      searcher = open(next);
    },
    search: (query: EngineQuery) => searcher.search(query),
    facets: (query: EngineQuery) => searcher.facets(query),
    similar: ([modelId, limit]: readonly [number, number]) => searcher.similar(modelId, limit),
  });
  warmUp(searcher, first.state.base, () => Atomics.load(first.ending, 0) === 1);
}

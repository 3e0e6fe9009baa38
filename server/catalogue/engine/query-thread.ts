import { parentPort, workerData } from 'node:worker_threads';
import type { EngineQuery } from './engine-types.ts';
import { listHeavyTexts } from './heavy-texts.ts';
import { createLiveIndex, type Searched } from './live-index.ts';
import type { Searcher } from './searcher.ts';
import { openSegment } from './segment.ts';
import { type Ending, serveCalls } from './thread-calls.ts';
import { createAskNote, warmUp } from './warm-up.ts';

if (parentPort) {
  const first: Searched & Ending = workerData;
  const open = createLiveIndex();
  let searcher: Searcher = open(first);
  let { base } = first.state;
  const asked = createAskNote();
  serveCalls(parentPort, {
    adopt: (next: Searched) => {
      searcher = open(next);
      base = next.state.base;
    },
    search: (query: EngineQuery) => {
      asked.note();
      return searcher.search(query);
    },
    facets: (query: EngineQuery) => searcher.facets(query),
    similar: ([modelId, limit]: readonly [number, number]) => searcher.similar(modelId, limit),
    listHeavyTexts: () => listHeavyTexts(openSegment(base)),
  });
  warmUp({
    searcher,
    base: first.state.base,
    isEnough: () => Atomics.load(first.ending, 0) === 1,
    isAsked: asked.follow(),
  });
}

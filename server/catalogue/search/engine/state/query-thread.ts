import { serveThread, type ThreadType } from '../../../../base/threads/serve.ts';
import type { EngineFacets, EnginePage, EngineQuery } from '../engine-types.ts';
import type { Searcher } from '../searcher.ts';
import { createLiveIndex, type Searched } from './live-index.ts';
import { followAsked, warmUp } from './warm-up.ts';

type QueryCalls = {
  adopt(next: Searched): void;
  search(query: EngineQuery): EnginePage;
  facets(query: EngineQuery): EngineFacets;
  similar(modelId: number, limit: number): EnginePage;
};
export type QueryThread = ThreadType<Searched, QueryCalls>;

await serveThread<QueryThread>(({ data: first, isEnding }) => {
  const open = createLiveIndex();
  let searcher: Searcher = open(first);
  const asked = { times: 0 };
  warmUp({ searcher, base: first.state.base, isEnough: isEnding, isAsked: followAsked(asked) });
  return {
    calls: {
      adopt(next) {
        searcher = open(next);
      },
      search(query) {
        asked.times += 1;
        return searcher.search(query);
      },
      facets: (query) => searcher.facets(query),
      similar: (modelId, limit) => searcher.similar(modelId, limit),
    },
  };
});

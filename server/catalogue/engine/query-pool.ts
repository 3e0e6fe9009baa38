import type { EngineFacets, EnginePage, EngineQuery } from './engine-types.ts';
import type { Searched } from './live-index.ts';
import { startThread, type Thread } from './thread-calls.ts';
import { hashWords } from './title-hash.ts';

/** A page and its facets are asked for together, and the thread of the one does the other for half the work. */
const usuallyPending = 2;

/** Answers queries on threads that share the index. The same words go to the same thread, which still knows their matches. */
export function createQueryPool(size: number, first: Searched) {
  let searched = first;
  let isClosed = false;
  const start = (place: number): Thread =>
    startThread('query-thread', searched, () => {
      if (!isClosed) threads[place] = start(place);
    });
  const threads: Thread[] = [];
  for (let place = 0; place < size; place++) threads.push(start(place));

  const pick = (words: string | null): Thread | undefined => {
    const usual = threads[hashWords([words ?? '']) % threads.length];
    if (usual === undefined || usual.pending() < usuallyPending) return usual;
    return threads.find((thread) => thread.pending() === 0) ?? usual;
  };
  const ask = <Result>(words: string | null, name: string, input: unknown): Promise<Result> =>
    pick(words)?.call<Result>(name, input) ?? Promise.reject(new Error('there is no query thread'));

  return {
    adopt(next: Searched) {
      searched = next;
      // A thread that ends now is started again with this state.
      for (const thread of threads) thread.call('adopt', next).catch(() => {});
    },
    search: (query: EngineQuery) => ask<EnginePage>(query.words, 'search', query),
    facets: (query: EngineQuery) => ask<EngineFacets>(query.words, 'facets', query),
    similar: (modelId: number, limit: number) => ask<EnginePage>(null, 'similar', [modelId, limit]),
    listTexts: () => ask<readonly string[]>(null, 'listHeavyTexts', null),
    async close() {
      isClosed = true;
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
export type QueryPool = ReturnType<typeof createQueryPool>;

import { entryFile, type KeptThread, keepThread } from '../../../../base/threads/start.ts';
import type { EngineQuery } from '../engine-types.ts';
import { hashWords } from '../segment/title-hash.ts';
import type { Searched } from './live-index.ts';
import type { QueryThread } from './query-thread.ts';

/** A page and its facets are requested together, and doing both on one thread saves half the work of the second. */
const usuallyPending = 2;

/** Answers queries on threads that share the index. The same words go to the same thread, which caches matches. */
export function createQueryPool(size: number, first: Searched) {
  let searched = first;
  const start = () => keepThread<QueryThread>(entryFile('query-thread'), { data: () => searched });
  const threads = Array.from({ length: size }, start);
  for (const thread of threads) thread.warmUp();

  const pick = (words: string | null): KeptThread<QueryThread> => {
    const usual = threads[hashWords([words ?? '']) % threads.length];
    if (usual === undefined) throw new Error('There is no query thread.');
    if (usual.pending() < usuallyPending) return usual;
    return threads.find((thread) => thread.pending() === 0) ?? usual;
  };

  return {
    adopt(next: Searched) {
      searched = next;
      // A thread that ends now restarts with this state.
      for (const thread of threads) thread.call('adopt', next).catch(() => {});
    },
    search: async (query: EngineQuery) => pick(query.words).call('search', query),
    facets: async (query: EngineQuery) => pick(query.words).call('facets', query),
    similar: async (modelId: number, limit: number) => pick(null).call('similar', modelId, limit),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
export type QueryPool = ReturnType<typeof createQueryPool>;

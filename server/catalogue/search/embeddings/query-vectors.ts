import { LRUCache } from 'lru-cache';
import { cacheBudgets } from '../../../base/cache-budgets.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Embedder } from './embedder.ts';

export type QueryVectors = ReturnType<typeof createQueryVectors>;

type Parts = {
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
};

const patience = 300;
const failuresBeforeRest = 3;
const restTime = 10_000;

/** Provides vectors of queries. A late one is cached for the next time; an embedder that keeps failing gets a break. */
export function createQueryVectors({ embedder, clock, signal, warn }: Parts) {
  const cache = new LRUCache<string, Float32Array>({
    maxSize: cacheBudgets.queryVectors,
    sizeCalculation: (vector) => vector.byteLength + 200,
  });
  const asked = new Map<string, Promise<Float32Array | null>>();
  let failures = 0;
  let restsUntil = 0;

  const noteMiss = (message: string) => {
    failures += 1;
    if (failures % failuresBeforeRest !== 0) return;
    restsUntil = clock() + restTime;
    warn(`${message} Searches go by words alone for ${restTime / 1000} s.`);
  };
  const ask = async (text: string) => {
    try {
      const [vector] = await embedder.embed([text], signal);
      if (vector === undefined) return null;
      failures = 0;
      cache.set(text, vector);
      return vector;
    } catch (error) {
      if (!signal.aborted) noteMiss(error instanceof Error ? error.message : String(error));
      return null;
    } finally {
      asked.delete(text);
    }
  };
  const start = (text: string) => {
    const running = asked.get(text) ?? ask(text);
    if (!asked.has(text)) asked.set(text, running);
    return running;
  };

  return {
    /** Returns the vector of a query; null if the embedder is down, or slower than a person should wait. */
    async get(text: string) {
      const known = cache.get(text);
      if (known) return known;
      if (clock() < restsUntil) return null;
      const { promise: late, resolve } = Promise.withResolvers<'late'>();
      const timer = setTimeout(() => resolve('late'), patience);
      const first = await Promise.race([start(text), late]);
      clearTimeout(timer);
      if (first !== 'late') return first;
      noteMiss('The embedder takes too long.');
      return null;
    },
  };
}

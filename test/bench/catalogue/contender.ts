import type { BenchQuery } from './queries.ts';

/** One engine of the bench: answers the first 24 rows, the exact total and the facets. */
export type Contender = {
  readonly name: string;
  /** Only those that do are asked words with a slip. */
  readonly forgivesTypos: boolean;
  readonly answer: (query: BenchQuery) => Promise<{ readonly rows: number; readonly total: number }>;
  /** Makes it forget the answer to a query; absent where none is remembered. */
  readonly forget?: (query: BenchQuery) => Promise<void>;
  /** CPU time used so far, in milliseconds. */
  readonly cpu: () => number;
  readonly bytes: number;
  /** Models taken in per second. */
  readonly speed: number;
  readonly close: () => Promise<void>;
};

export const pageSize = 24;

/** The facets that all contenders count: those of one value per model, which each can count in its own best way. */
export const sharedFacets = ['categories', 'licenses', 'types'] as const;

/** The CPU time of this process with all of its threads. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

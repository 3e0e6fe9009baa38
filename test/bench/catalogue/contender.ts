import type { BenchQuery } from './queries.ts';

/** One engine of the bench: answers the first 24 rows, the exact total and the facets. */
export type Contender = {
  readonly name: string;
  readonly answer: (query: BenchQuery) => Promise<{ readonly rows: number; readonly total: number }>;
  readonly bytes: number;
  /** Models taken in per second. */
  readonly speed: number;
  readonly close: () => Promise<void>;
};

export const pageSize = 24;

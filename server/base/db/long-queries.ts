import { entryFile, startThread, type Thread } from '../threads/start.ts';
import type { LongQueryThread, QueryValues } from './long-query-thread.ts';
import type { Db } from './open-database.ts';

export type LongQueries = {
  /** Rows of a query that may read whole tables. */
  all<Row>(sql: string, values?: QueryValues): Promise<Row[]>;
  /** Like `all`, for queries that pages poll: the answer may be up to ten times as old as the query took to run. */
  recent<Row>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
};

const usualRest = 60_000;
const timesKept = 10;

/**
 * Runs queries whose time grows with the number of models on a separate thread, so that no request waits for them. The
 * thread starts on demand and stops after a minute without a query. A catalogue of up to `few` pages is queried
 * directly, which is faster than starting the thread.
 */
export function createLongQueries(db: Db, { few = 0, restMs = usualRest } = {}): LongQueries {
  let thread: Thread<LongQueryThread> | null = null;
  let resting: NodeJS.Timeout | undefined;
  const close = async () => {
    clearTimeout(resting);
    const ending = thread;
    thread = null;
    await ending?.close();
  };
  const current = () => {
    thread ??= startThread<LongQueryThread>(entryFile('long-query-thread'), {
      data: db.name,
      patienceMs: null,
      onEnd: () => {
        thread = null;
      },
    });
    return thread;
  };
  const isFew = () => Number(db.pragma('catalogue.page_count', { simple: true })) <= few;
  async function all<Row>(sql: string, values: QueryValues = {}) {
    if (isFew()) return db.prepare<QueryValues, Row>(sql).all(values);
    const asked = current();
    clearTimeout(resting);
    try {
      return (await asked.call('all', sql, values)) as Row[];
    } finally {
      if (thread === asked && asked.pending() === 0) resting = setTimeout(() => void close(), restMs).unref();
    }
  }
  /** Latest result per query, and how long it can be reused. */
  const kept = new Map<string, { readonly rows: Promise<unknown[]>; until: number }>();
  const ask = (sql: string) => {
    const start = performance.now();
    const entry = { rows: all<unknown>(sql), until: Number.POSITIVE_INFINITY };
    const end = () => {
      const now = performance.now();
      entry.until = now + (now - start) * timesKept;
    };
    entry.rows.then(end, () => kept.delete(sql));
    kept.set(sql, entry);
    return entry;
  };
  return {
    all,
    async recent<Row>(sql: string) {
      if (isFew()) return all<Row>(sql);
      const last = kept.get(sql);
      const { rows } = last !== undefined && performance.now() < last.until ? last : ask(sql);
      return (await rows) as Row[];
    },
    close,
  };
}

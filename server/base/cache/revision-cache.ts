import { LRUCache } from 'lru-cache';
import type { Db } from '../db/open-database.ts';

/** What the table `revision` counts. */
export type RevisionSubject = 'callers' | 'catalogue';

/**
 * A number that has grown when anything of its subject was changed, by whichever process. It is read once per turn of
 * the event loop, as a request that comes after the change is met in a later turn.
 */
export function createRevision(db: Db, subject: RevisionSubject): () => number {
  const select = db.prepare<[number], number>('SELECT number FROM revision WHERE id = ?').pluck();
  const id = db
    .prepare<[RevisionSubject], number>('SELECT id FROM revision WHERE subject = ?')
    .pluck()
    .get(subject);
  if (id === undefined) throw new Error(`The database counts no changes of ${subject}.`);
  let number: number | null = null;
  const forget = () => {
    number = null;
  };
  return () => {
    if (number !== null) return number;
    setImmediate(forget).unref();
    number = select.get(id) ?? 0;
    return number;
  };
}

export type RevisionCache<Key, Value> = {
  /** What is known of a key, else what `read` gives, which is kept until the revision moves on; null is not kept. */
  get(key: Key, read: () => Value | null): Value | null;
};

type Options<Value> = {
  readonly revision: () => number;
  readonly most: number;
  /** How much of `most` a value takes; 1 when absent. */
  readonly weigh?: (value: Value) => number;
};

/** Keeps rows in memory for as long as the database holds them unchanged. */
export function createRevisionCache<Key extends string | number, Value extends object | number>({
  revision,
  most,
  weigh = () => 1,
}: Options<Value>): RevisionCache<Key, Value> {
  const known = new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: weigh });
  let validFor = -1;
  return {
    get(key, read) {
      const now = revision();
      if (now !== validFor) known.clear();
      validFor = now;
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      const found = read();
      if (found !== null) known.set(key, found);
      return found;
    },
  };
}

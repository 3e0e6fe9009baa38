import { LRUCache } from 'lru-cache';
import type { Connection, Db } from '../db/open-database.ts';

type RevisionSubject = 'callers' | 'catalogue' | 'assets';

/** Reads a number once per turn of the event loop: a request sent after a change is handled in a later turn. */
function oncePerTurn(read: () => number): () => number {
  let number: number | null = null;
  const forget = () => {
    number = null;
  };
  return () => {
    if (number !== null) return number;
    setImmediate(forget); // no unref: an otherwise idle loop would never clear the number
    number = read();
    return number;
  };
}

/** A number that grows whenever any process changes anything of the subject. */
export function createRevision(db: Db, subject: RevisionSubject): () => number {
  // The catalogue's file counts its own subjects.
  const id = { catalogue: 2, assets: 3 };
  const select =
    subject === 'callers'
      ? db.prepare<[], number>('SELECT number FROM caller_revision')
      : db.prepare<[], number>(`SELECT number FROM revision WHERE id = ${id[subject]}`);
  const number = select.pluck();
  return oncePerTurn(() => number.get() ?? 0);
}

/** A number that changes with every commit of another connection, in any process. */
export function createCommitRevision(db: Connection<string>): () => number {
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  return oncePerTurn(() => version.get() ?? 0);
}

type RevisionCache<Key, Value> = {
  /** The cached value of a key, or the result of `read`, cached until the revision changes. Null is not cached. */
  get(key: Key, read: () => Value | null): Value | null;
};

type Options<Value> = {
  readonly revision: () => number;
  readonly bytes: number;
  readonly weigh: (value: Value) => number;
};

/** Caches rows in memory until the database changes them. */
export function createRevisionCache<Key extends string | number, Value extends object | number>({
  revision,
  bytes,
  weigh,
}: Options<Value>): RevisionCache<Key, Value> {
  const known = new LRUCache<Key, Value>({ maxSize: bytes, sizeCalculation: weigh });
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

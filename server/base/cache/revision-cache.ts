import { LRUCache } from 'lru-cache';
import type { Connection, Db } from '../db/open-database.ts';

/** The subjects whose changes are counted. */
type RevisionSubject = 'callers' | 'catalogue' | 'assets';

/** Reads a number once per turn of the event loop, as a request that comes after a change is met in a later turn. */
function oncePerTurn(read: () => number): () => number {
  let number: number | null = null;
  const forget = () => {
    number = null;
  };
  return () => {
    if (number !== null) return number;
    setImmediate(forget); // not unref: a loop that only waits for events would keep the number
    number = read();
    return number;
  };
}

/** A number that has grown when anything of its subject was changed, by whichever process. */
export function createRevision(db: Db, subject: RevisionSubject): () => number {
  // Subjects of the catalogue are counted next to it, wherever it is.
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
  /** The kept value of a key, else the result of `read`, kept until the revision moves on; null is not kept. */
  get(key: Key, read: () => Value | null): Value | null;
};

type Options<Value> = {
  readonly revision: () => number;
  readonly bytes: number;
  /** What a value takes with its key. */
  readonly weigh: (value: Value) => number;
};

/** Keeps rows in memory for as long as the database holds them unchanged. */
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

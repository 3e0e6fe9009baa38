import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type BucketSettings, listingFileOf } from '../../config/bucket.ts';
import { toMark } from '../storage/file-mark.ts';
import { adviseOnStore } from './advise-on-store.ts';
import type { BucketClient } from './bucket-client.ts';
import type { DiskEntry, DiskStats } from './library-disk.ts';
import type { ListedObject, ListPage } from './read-page.ts';

/** The last listing of a bucket, stored next to the database. */
export type Listing = ReturnType<typeof openListing>;

type Lists = Pick<BucketClient, 'list'>;

export type FoundObject = ListedObject & {
  /** Changes whenever the object changes. */
  readonly stamp: bigint;
};

const schema = `
  CREATE TABLE IF NOT EXISTS object (
    key TEXT PRIMARY KEY, size INTEGER NOT NULL, etag TEXT NOT NULL, modified INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS listed (
    id INTEGER PRIMARY KEY CHECK (id = 1), source TEXT NOT NULL, fault TEXT
  ) STRICT;
`;

const isBehind = (key: string, before: string) => Buffer.compare(Buffer.from(key), Buffer.from(before)) > 0;
/** Prefix of a folder's keys, '' for the library. Keys end before '0', the byte after '/'. */
const prefixOf = (folder: string) => (folder === '' ? '' : `${folder}/`);
const endOf = (folder: string) => (folder === '' ? '\u{10FFFF}' : `${folder}0`);
const isUsable = (key: string) => key !== '' && !key.endsWith('/') && !key.includes('\0');

/** Uses only size and ETag, because uploading the same object again does not change it. */
const toStamp = ({ etag, size }: Pick<ListedObject, 'etag' | 'size'>) => toMark(`${etag} ${size}`);

const toEntry = (name: string, isFile: boolean, fault?: string): DiskEntry => ({
  name,
  isFile: () => isFile && fault === undefined,
  isDirectory: () => !isFile && fault === undefined,
  ...(fault !== undefined && { fault }),
});
const nameless =
  'It has a folder without a name, from two slashes in a key; nothing in that folder is published. Give it a name.';
const unsorted = 'the store lists the objects of the bucket in no order, which is not supported';
const mostOfFolder = 20_000;
const isFolderToo = 'There is a folder of the same name, so it is not published. Rename one of them.';

type Facts = { readonly isFile: boolean; readonly size: number; readonly modified: number };

const toStats = ({ isFile, size, modified }: Facts, stamp: bigint): DiskStats => ({
  isFile: () => isFile,
  isDirectory: () => !isFile,
  size: BigInt(size),
  mark: stamp,
  mtimeMs: BigInt(modified),
  ctimeMs: BigInt(modified),
});

/** Opens the listing. Any number of threads and processes can have it open; one of them refreshes it. */
export function openListing(settings: BucketSettings) {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  const db = new Database(listingFileOf(settings));
  db.pragma('journal_mode = WAL');
  // The listing can be rebuilt at any time.
  db.pragma('synchronous = NORMAL');
  db.pragma('busy_timeout = 30000');
  db.exec(schema);
  const source = JSON.stringify([settings.endpoint, settings.bucket, settings.prefix]);
  db.transaction(() => {
    const before = db.prepare<[], string>('SELECT source FROM listed').pluck().get();
    if (before === source) return;
    db.exec('DELETE FROM object');
    db.prepare('INSERT OR REPLACE INTO listed (id, source) VALUES (1, ?)').run(source);
  }).immediate();

  const select = db.prepare<[string], ListedObject>(
    'SELECT key, size, etag, modified FROM object WHERE key = ?',
  );
  const next = db
    .prepare<[string, string], string>(
      'SELECT key FROM object WHERE key >= ? AND key < ? ORDER BY key LIMIT 1',
    )
    .pluck();
  const between = db.prepare<[string, string], ListedObject>(
    'SELECT key, size, etag, modified FROM object WHERE key > ? AND key <= ?',
  );
  const within = db.prepare<[string, string], ListedObject>(
    'SELECT key, size, etag, modified FROM object WHERE key >= ? AND key < ? ORDER BY key',
  );
  const put = db.prepare<[ListedObject]>(
    'INSERT OR REPLACE INTO object (key, size, etag, modified) VALUES (@key, @size, @etag, @modified)',
  );
  const remove = db.prepare('DELETE FROM object WHERE key = ?');
  const fault = db.prepare<[], string | null>('SELECT fault FROM listed').pluck();
  const setFault = db.prepare('UPDATE listed SET fault = ? WHERE fault IS NOT ?');

  /** The first key below a folder, from `from` on. */
  function nextKey(folder: string, from: string): string | undefined {
    return next.get(from, endOf(folder));
  }

  /** The entries of a folder, ordered by key; names of folders end with a slash. */
  function* namesIn(folder: string): Generator<string> {
    const prefix = prefixOf(folder);
    for (let key = nextKey(folder, prefix); key !== undefined; ) {
      const [, name = '', slash = ''] = /^([^/]*)(\/?)/.exec(key.slice(prefix.length)) ?? [];
      yield name + slash;
      // Skips all objects of a subfolder, however many there are.
      key = nextKey(folder, slash === '' ? `${key}\u0001` : `${prefix}${name}0`);
    }
  }

  function list(folder: string): readonly DiskEntry[] {
    const why = folder === '' ? fault.get() : null;
    if (why) throw Object.assign(new Error(why), { code: 'EIO' });
    const names = [...namesIn(folder)];
    if (names.length === 0 && folder !== '')
      throw Object.assign(new Error(`ENOENT: the bucket has nothing at "${folder}"`), { code: 'ENOENT' });
    const both = new Set(names);
    return names.map((name) => {
      if (name === '/') return toEntry('', false, nameless);
      if (name.endsWith('/')) return toEntry(name.slice(0, -1), false);
      return toEntry(name, true, both.has(`${name}/`) ? isFolderToo : undefined);
    });
  }

  function find(key: string): FoundObject | null {
    const found = select.get(key);
    return found ? { ...found, stamp: toStamp(found) } : null;
  }

  /** A folder has no time of its own: its stamp changes when anything inside changes. */
  function lookAtFolder(folder: string): DiskStats | undefined {
    const digest = createHash('sha256');
    let modified = 0;
    let count = 0;
    for (const object of within.iterate(prefixOf(folder), endOf(folder))) {
      digest.update(`${object.key} ${object.size} ${object.etag}\n`);
      modified = Math.max(modified, object.modified);
      count += 1;
      if (count === mostOfFolder) break;
    }
    return count === 0
      ? undefined
      : toStats({ isFile: false, size: 0, modified }, toMark(digest.digest('hex')));
  }

  function look(place: string): DiskStats | undefined {
    const found = find(place);
    const isBoth = found !== null && nextKey(place, prefixOf(place)) !== undefined;
    if (found === null || isBoth) return lookAtFolder(place);
    return toStats({ isFile: true, ...found }, found.stamp);
  }

  /** Makes the stored rows match a page; stored keys between two listed ones are gone. */
  function take(objects: readonly ListedObject[], after: string, last: string): void {
    const known = new Map(between.all(after, last).map((object) => [object.key, object]));
    for (const object of objects) {
      const { size, etag, modified } = known.get(object.key) ?? {};
      known.delete(object.key);
      if (size !== object.size || etag !== object.etag || modified !== object.modified) put.run(object);
    }
    for (const key of known.keys()) remove.run(key);
  }

  async function refreshFolder(client: Lists, folder: string, signal?: AbortSignal): Promise<void> {
    const prefix = prefixOf(folder);
    let after = prefix;
    let token: string | null = null;
    do {
      signal?.throwIfAborted();
      const page: ListPage = await client.list({ prefix, next: token });
      const before = after;
      for (const { key } of page.objects) {
        if (key !== prefix && !isBehind(key, after)) throw new Error(unsorted);
        after = key;
      }
      token = page.next;
      const until = token === null ? `${prefix}\u{10FFFF}` : after;
      take(
        page.objects.filter(({ key }) => isUsable(key)),
        before,
        until,
      );
    } while (token !== null);
  }

  async function refresh(client: Lists, folders: readonly string[], signal?: AbortSignal): Promise<void> {
    db.exec('BEGIN IMMEDIATE');
    try {
      for (const folder of folders) await refreshFolder(client, folder, signal);
      setFault.run(null, null);
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      if (signal?.aborted) throw error;
      const message = error instanceof Error ? error.message : String(error);
      const advice = adviseOnStore(error);
      const why = advice === null ? message : `${message}; ${advice}`;
      setFault.run(why, why);
      throw error;
    }
  }

  return {
    find,
    /** Returns the entries of a folder. Throws ENOENT if there are none, and EIO while the bucket cannot be listed. */
    list,
    /** Returns the entry at a place; a place with objects below it is a folder. */
    look,
    /** Lists these folders again, each completely or not at all. Rejects if the store cannot be reached. */
    refresh,
    close: () => void db.close(),
  };
}

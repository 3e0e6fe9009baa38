import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { DownloadJob } from '../../platform/ipc/downloads-contract.ts';
import { renamePatientlySync } from '../../platform/storage/files.ts';
import type { Log } from '../../platform/storage/log.ts';

/** Received parts of a cancelled download, and when they are deleted. */
type Leftover = { readonly library: string; readonly guid: string; readonly until: string };

export type JobStore = ReturnType<typeof createJobStore>;

type JobStoreOptions = {
  readonly file: string;
  readonly log: Log;
  /** Milliseconds that a change waits for others while no caller waits for it. */
  readonly patience?: number;
  readonly now?: () => Date;
  /** Called with the new name of a broken file. */
  readonly onBroken?: (aside: string) => void;
};

const version = 1;
const schema = `
  CREATE TABLE IF NOT EXISTS jobs (id TEXT PRIMARY KEY, job TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS leftovers (
    library TEXT NOT NULL, guid TEXT NOT NULL, until TEXT NOT NULL, PRIMARY KEY (library, guid)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS libraries (folder TEXT PRIMARY KEY) STRICT;
  PRAGMA user_version = ${version};
`;

function open(file: string): Database.Database {
  mkdirSync(path.dirname(file), { recursive: true });
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL'); // a power cut must not revert what the window has shown
    db.pragma('busy_timeout = 2000');
    if (db.pragma('quick_check', { simple: true }) !== 'ok') throw new Error('its pages are damaged');
    const found = Number(db.pragma('user_version', { simple: true }));
    if (found > version) throw new Error(`it was written by a newer version of the app (${found})`);
    db.exec(schema);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepare(db: Database.Database) {
  return {
    db,
    jobs: db.prepare<[], { id: string; job: string }>('SELECT id, job FROM jobs'),
    put: db.prepare<[string, string]>('INSERT OR REPLACE INTO jobs (id, job) VALUES (?, ?)'),
    remove: db.prepare<[string]>('DELETE FROM jobs WHERE id = ?'),
    leftovers: db.prepare<[], Leftover>('SELECT library, guid, until FROM leftovers'),
    keep: db.prepare<[Leftover]>(
      'INSERT OR REPLACE INTO leftovers (library, guid, until) VALUES (@library, @guid, @until)',
    ),
    drop: db.prepare<[Leftover]>('DELETE FROM leftovers WHERE library = @library AND guid = @guid'),
    libraries: db.prepare<[], { folder: string }>('SELECT folder FROM libraries'),
    addLibrary: db.prepare<[string]>('INSERT OR IGNORE INTO libraries (folder) VALUES (?)'),
  };
}

const isTransient = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|BUSY|LOCKED)/.test(String(error.code));

/** Stores the queue in SQLite. The cost of a change does not grow with the list. */
export function createJobStore({
  file,
  log,
  patience = 100,
  now = () => new Date(),
  onBroken,
}: JobStoreOptions) {
  let opened: ReturnType<typeof prepare> | null = null;
  /** Rows for the next commit; null deletes one. */
  const jobs = new Map<string, DownloadJob | null>();
  let others: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;
  let waiting: PromiseWithResolvers<void> | null = null;

  function setAside(reason: unknown): void {
    const { dir, name, ext } = path.parse(file);
    const aside = path.join(dir, `${name}.broken-${now().toISOString().replaceAll(':', '-')}${ext}`);
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(file + suffix)) renamePatientlySync(file + suffix, aside + suffix);
    log.warn('file.broken', { file, aside, error: reason });
    onBroken?.(aside);
  }

  function use(): ReturnType<typeof prepare> {
    if (opened) return opened;
    try {
      opened = prepare(open(file));
    } catch (error) {
      if (isTransient(error) || !existsSync(file)) throw error;
      setAside(error);
      opened = prepare(open(file));
    }
    return opened;
  }

  function commit(): void {
    const { db, put, remove, addLibrary } = use();
    db.transaction(() => {
      const libraries = new Set<string>();
      for (const [id, job] of jobs) {
        if (job === null) remove.run(id);
        else put.run(id, JSON.stringify(job));
        if (job !== null && job.library !== null) libraries.add(job.library);
      }
      for (const folder of libraries) addLibrary.run(folder);
      for (const write of others) write();
    })();
    jobs.clear();
    others = [];
  }

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const told = waiting;
    waiting = null;
    try {
      if (jobs.size > 0 || others.length > 0) commit();
      told?.resolve();
    } catch (error) {
      log.error('file.not-written', { file, error });
      told?.reject(error);
    }
  }

  function note(): void {
    timer ??= setTimeout(flush, patience).unref();
  }

  /** Resolves once all changes so far are on disk, in a shared commit. Rejects if that fails; the next commit retries. */
  function saved(): Promise<void> {
    if (waiting) return waiting.promise;
    waiting = Promise.withResolvers();
    setImmediate(flush); // after the other calls in this turn of the event loop
    return waiting.promise;
  }

  function readJob({ id, job }: { readonly id: string; readonly job: string }): DownloadJob[] {
    try {
      return [DownloadJob.parse(JSON.parse(job))];
    } catch (error) {
      log.warn('downloads.unreadable', { id, error }); // it stays in the file
      return [];
    }
  }

  return {
    /** Returns every stored job, unordered. An unreadable file is renamed and kept. */
    load: (): DownloadJob[] => use().jobs.all().flatMap(readJob),
    put(job: DownloadJob): void {
      jobs.set(job.id, job);
      note();
    },
    remove(id: string): void {
      jobs.set(id, null);
      note();
    },
    keepUntil(leftover: Leftover): void {
      others.push(() => void use().keep.run(leftover));
      note();
    },
    readLeftovers: (): Leftover[] => use().leftovers.all(),
    dropLeftover(leftover: Leftover): void {
      others.push(() => void use().drop.run(leftover));
      note();
    },
    /** Returns the library folders that downloads went to. */
    readLibraries: (): string[] =>
      use()
        .libraries.all()
        .map(({ folder }) => folder),
    saved,
    async close(): Promise<void> {
      await saved().catch(() => undefined); // already logged
      opened?.db.close();
      opened = null;
    },
  };
}

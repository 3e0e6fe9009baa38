import type { Clock } from '../base/clock.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import type { Db } from '../base/db/open-database.ts';
import type { FolderWork } from '../base/storage/folder-work.ts';
import { createProblems } from '../catalogue/write/problems.ts';
import type { Config } from '../config.ts';
import { createHostRows, wasReadOnce } from './host-rows.ts';

type Parts = {
  readonly config: Pick<Config, 'hosts' | 'tuning'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'explain'>;
  readonly work: Pick<FolderWork, 'whenOurs'>;
};

/** Notes in the database that every host was read, so that a newly added host does not delay readiness. */
function createReadNote(db: Db) {
  const find = db.prepare("SELECT 1 FROM catalogue_setting WHERE name = 'hosts_read'");
  const insert = db.prepare(
    "INSERT OR IGNORE INTO catalogue_setting (name, value) VALUES ('hosts_read', 'yes')",
  );
  return { isThere: () => find.get() !== undefined, write: () => void insert.run() };
}

/**
 * The addresses of the file hosts that a new site still waits for: those that were never read to their end, and have no
 * known fault. None once the longest wait is over.
 */
export function createAwaitedHosts({ config, db, clock, storage, work }: Parts): () => readonly string[] {
  const rows = createHostRows(db);
  const problems = createProblems(db);
  const note = createReadNote(db);
  const waitsUntil = clock() + config.tuning.sync.firstReading;
  const isUnread = (url: string) => !wasReadOnce(rows.find(url));
  /** Skips work while the data folder is in trouble; the next round does it. */
  const attempt = (change: () => void) => {
    try {
      change();
    } catch (error) {
      if (storage.explain(error) === error) throw error;
    }
  };
  // Faults from before the start are forgotten, because the host is asked again.
  work.whenOurs(() =>
    attempt(() => {
      for (const url of config.hosts.filter(isUnread)) problems.clear(url, 'host');
    }),
  );
  const read = () => {
    if (note.isThere()) return [];
    const unread = config.hosts.filter(isUnread);
    if (unread.length === 0) attempt(note.write);
    return unread.filter((url) => !problems.has(url, 'host'));
  };
  return () => {
    if (clock() >= waitsUntil) return [];
    try {
      return read();
    } catch (error) {
      if (storage.explain(error) === error) throw error;
      return config.hosts; // the data folder cannot be read
    }
  };
}

import type { Core } from '../base/core.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import type { Db } from '../base/db/open-database.ts';
import type { FolderWork } from '../base/storage/folder-work.ts';
import { createProblems } from '../catalogue/write/problems.ts';
import type { Config } from '../config.ts';
import { createHostRows, wasReadOnce } from './host-rows.ts';

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly config: Pick<Config, 'hosts' | 'tuning'>;
  readonly storage: Pick<Storage, 'explain'>;
  readonly work: Pick<FolderWork, 'whenOurs'>;
};

/** Records in the database that every host was read once, so that a host added later does not delay readiness. */
function createReadNote(db: Db) {
  const find = db.prepare("SELECT 1 FROM catalogue_setting WHERE name = 'hosts_read'");
  const insert = db.prepare(
    "INSERT OR IGNORE INTO catalogue_setting (name, value) VALUES ('hosts_read', 'yes')",
  );
  return { isThere: () => find.get() !== undefined, write: () => void insert.run() };
}

/** URLs of hosts that a new site waits for: never fully read, without a known fault; none after the longest wait. */
export function createAwaitedHosts({ config, db, clock, storage, work }: Parts): () => readonly string[] {
  const rows = createHostRows(db);
  const problems = createProblems(db);
  const note = createReadNote(db);
  const waitsUntil = clock() + config.tuning.sync.firstReading;
  const isUnread = (url: string) => !wasReadOnce(rows.find(url));
  /** Skips the change if it cannot be written; the next round makes it. */
  const attempt = (change: () => void) => {
    try {
      change();
    } catch (error) {
      if (storage.explain(error) === error) throw error;
    }
  };
  // Faults from before the start no longer count, because the host is asked again.
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

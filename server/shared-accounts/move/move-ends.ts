import type { Db } from '../../base/db/open-database.ts';
import { createSqliteStore, runOn } from '../../base/store/sqlite-store.ts';
import { change, type Steps, selectAll, selectOne } from '../../base/store/steps.ts';
import type { CommandLink } from '../postgres/open-command-link.ts';
import { serverName } from '../postgres/open-link.ts';
import type { End } from './move-accounts.ts';
import { counted, movedTables } from './moved-tables.ts';

type Nothing = Record<never, never>;
type Trigger = { readonly name: string; readonly sql: string };

const selectTriggers = selectAll<Nothing, Trigger>(
  "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'ledger'",
);
const emptied = movedTables.map(({ name }) => name).toReversed();

/**
 * The accounts of a data folder. Removes leftovers of an earlier move first, including its ledger. The triggers that
 * protect the ledger are dropped only for that, and restored before anything is written.
 */
export function openFolderEnd(db: Db, dataDir: string): End {
  const store = createSqliteStore(db);
  function* prepare(): Steps<void> {
    const triggers = yield* selectTriggers({});
    for (const { name } of triggers) yield* change<Nothing>(`DROP TRIGGER ${name}`)({});
    for (const name of emptied) yield* change<Nothing>(`DELETE FROM ${name}`)({});
    yield* change<Nothing>("DELETE FROM sqlite_sequence WHERE name IN ('ledger', 'admin_action')")({});
    for (const { sql } of triggers) yield* change<Nothing>(sql)({});
  }
  function* finish(): Steps<void> {
    const selectBroken = selectAll<Nothing, unknown>('PRAGMA foreign_key_check');
    if ((yield* selectBroken({})).length > 0)
      throw new Error('What was published here names accounts that do not come back, so nothing was moved.');
  }
  return {
    ...{ engine: 'sqlite', name: dataDir, prepare, finish },
    store: {
      run: store.run,
      async transaction(_turn, steps) {
        // Published models refer to their accounts, which are missing for a moment.
        db.pragma('foreign_keys = OFF');
        try {
          return db.transaction(() => runOn(db, steps)).immediate();
        } finally {
          db.pragma('foreign_keys = ON');
        }
      },
    },
  };
}

const selectServers = selectOne<{ name: string }, { readonly count: number }>(
  'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = @name',
);

/** The accounts of a PostgreSQL database. Throws while a site has it open. */
export async function openPostgresEnd({ store }: CommandLink, url: string): Promise<End> {
  const name = new URL(url);
  name.password = '';
  const running = (await store.run(selectServers({ name: serverName })))?.count ?? 0;
  if (running > 0) throw new Error(`Sites run with the accounts of ${name.href}. Stop all of them first.`);
  function* prepare(): Steps<void> {
    const selectLeft = selectOne<Nothing, { readonly count: number }>(
      'SELECT count(*) AS count FROM account',
    );
    if (((yield* selectLeft({}))?.count ?? 0) > 0)
      throw new Error(
        `The ledger of ${name.href} is what was moved away from it, and is never changed. Name a new database.`,
      );
  }
  function* finish(): Steps<void> {
    for (const table of counted)
      yield* selectAll<Nothing, unknown>(
        `SELECT setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 0) + 1, false) FROM ${table}`,
      )({});
  }
  return { engine: 'postgres', name: name.href, store, prepare, finish };
}

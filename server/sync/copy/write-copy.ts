import Database from 'better-sqlite3';
import { catalogueFileOf } from '../../base/db/catalogue-file.ts';
import { migrate, readEmptyPart } from '../../base/db/migrate.ts';
import { copiedSettings, copiedTables } from './copied-tables.ts';

type Trigger = { readonly name: string; readonly sql: string };

const quoted = copiedSettings.map((name) => `'${name}'`).join(', ');

function requireSameColumns(copy: Database.Database, table: string, source: string) {
  const columnsOf = (schema: string) =>
    copy
      .prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)')
      .pluck()
      .all(table, schema)
      .join();
  if (columnsOf(source) !== columnsOf('main'))
    throw new Error(`The columns of ${table} are in another order, so it cannot be copied.`);
}

/** SQLite copies whole pages if both tables are identical and the new one has no triggers. */
function copyRows(copy: Database.Database) {
  for (const table of copiedTables) {
    const source = table === 'model_version' ? 'accounts' : 'catalogue';
    requireSameColumns(copy, table, source);
    copy.exec(`INSERT INTO main.${table} SELECT * FROM ${source}.${table}`);
  }
  copy.exec(`INSERT OR REPLACE INTO main.catalogue_setting SELECT name, value FROM catalogue.catalogue_setting WHERE name IN (${quoted});
    DELETE FROM main.sqlite_sequence WHERE name = 'search_change';
    INSERT INTO main.sqlite_sequence SELECT * FROM catalogue.sqlite_sequence WHERE name = 'search_change'`);
}

/** Creates the tables of a copy in an empty database: the catalogue's, and the models' versions. */
export function makeCopy(copy: Database.Database): void {
  migrate(copy, 'catalogue');
  const ofVersions = "SELECT sql FROM sqlite_master WHERE name = 'model_version'";
  copy.exec(readEmptyPart('accounts', (db) => db.prepare<[], string>(ofVersions).pluck().get() ?? ''));
}

/** Writes a snapshot of only the catalogue into a new database file. `databaseFile` can be in use. */
export function writeCopy(databaseFile: string, to: string): void {
  const copy = new Database(to);
  try {
    copy.pragma('synchronous = OFF'); // the receiver makes it durable
    copy.pragma('foreign_keys = OFF');
    makeCopy(copy);
    copy.prepare('ATTACH ? AS accounts').run(databaseFile);
    copy.prepare('ATTACH ? AS catalogue').run(catalogueFileOf(databaseFile));
    copy.transaction(() => {
      const triggers = copy
        .prepare<[], Trigger>(
          "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' ORDER BY rowid",
        )
        .all();
      for (const { name } of triggers) copy.exec(`DROP TRIGGER main.${name}`);
      copyRows(copy);
      for (const { sql } of triggers) copy.exec(sql);
    })();
  } finally {
    copy.close();
  }
}

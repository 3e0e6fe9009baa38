import { catalogueFileOf } from '../../base/db/catalogue-file.ts';
import type { Db } from '../../base/db/open-database.ts';
import { openDatabase } from '../../base/db/open-database.ts';
import { copiedSettings, copiedTables } from './copied-tables.ts';

type Trigger = { readonly name: string; readonly sql: string };

const quoted = copiedSettings.map((name) => `'${name}'`).join(', ');

const tablesOf = (copy: Db, schema: string) =>
  new Set(copy.prepare<[], string>(`SELECT name FROM ${schema}.sqlite_master`).pluck().all());

/** Attaches both files of a database that is in two; tells in which of them a table is. */
function attachSource(copy: Db, file: string): (table: string) => string {
  copy.prepare('ATTACH ? AS source').run(file);
  if (tablesOf(copy, 'source').has('model')) return () => 'source';
  copy.prepare('ATTACH ? AS source_catalogue').run(catalogueFileOf(file));
  const ofCatalogue = tablesOf(copy, 'source_catalogue');
  return (table) => (ofCatalogue.has(table) ? 'source_catalogue' : 'source');
}

function requireSameColumns(copy: Db, table: string, source: string) {
  const columnsOf = (schema: string) =>
    copy
      .prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)')
      .pluck()
      .all(table, schema)
      .join();
  if (columnsOf(source) !== columnsOf('main'))
    throw new Error(`The columns of ${table} are in another order, so it cannot be copied.`);
}

/** SQLite copies whole pages where both tables are the same and nothing watches the new one. */
function copyRows(copy: Db, sourceOf: (table: string) => string) {
  for (const table of copiedTables) {
    requireSameColumns(copy, table, sourceOf(table));
    copy.exec(`INSERT INTO main.${table} SELECT * FROM ${sourceOf(table)}.${table}`);
  }
  const source = sourceOf('model');
  copy.exec(`INSERT OR REPLACE INTO main.setting SELECT name, value FROM ${source}.catalogue_setting WHERE name IN (${quoted});
    DELETE FROM main.sqlite_sequence WHERE name = 'search_change';
    INSERT INTO main.sqlite_sequence SELECT * FROM ${source}.sqlite_sequence WHERE name = 'search_change'`);
}

/**
 * Writes the catalogue of a site's database, as it is at one moment, into a new database file that has nothing else in it.
 * `databaseFile` may be in use.
 */
export function writeCopy(databaseFile: string, to: string): void {
  const copy = openDatabase(to);
  try {
    copy.pragma('synchronous = OFF'); // who gets it makes it durable
    copy.pragma('foreign_keys = OFF');
    const sourceOf = attachSource(copy, databaseFile);
    copy.transaction(() => {
      const triggers = copy
        .prepare<[], Trigger>("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'")
        .all();
      for (const { name } of triggers) copy.exec(`DROP TRIGGER main.${name}`);
      copyRows(copy, sourceOf);
      for (const { sql } of triggers) copy.exec(sql);
    })();
    copy.exec('DETACH source');
    if (sourceOf('model') !== 'source') copy.exec('DETACH source_catalogue');
    copy.pragma('journal_mode = DELETE'); // one file, without a log beside it
  } finally {
    copy.close();
  }
}

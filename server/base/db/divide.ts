import type Database from 'better-sqlite3';
import { catalogueSettings, catalogueTables, catalogueViews } from './catalogue-tables.ts';

type Part = {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  readonly sql: string;
};
type Row = Record<string, unknown>;

/** The catalogue of an empty database, as statements and the few rows that one begins with. */
type CatalogueShape = {
  readonly parts: readonly Part[];
  readonly revisions: readonly Row[];
  readonly settings: readonly Row[];
};

const inList = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
const quotedSettings = inList(catalogueSettings);

/** Names the other file of a database that is in two; in `setting` of the one, in `catalogue_setting` of the other. */
export const pairName = 'catalogue';

const ownSettings = `
  CREATE TABLE catalogue_setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT`;

/** What counts the changes of callers, in a database whose catalogue is in its own file. */
const callerTriggers = [
  ['account_changed', 'UPDATE OF is_disabled, role ON account'],
  ['account_removed', 'DELETE ON account'],
  ['token_changed', 'UPDATE OF hash, kind, account_id, scopes, expires_at ON token'],
  ['token_removed', 'DELETE ON token'],
] as const;

const dropCallerTriggers = callerTriggers.map(([name]) => `DROP TRIGGER main.${name};`).join('\n');
const makeCallerTriggers = callerTriggers
  .map(
    ([name, event]) => `CREATE TRIGGER main.${name} AFTER ${event} BEGIN
      UPDATE caller_revision SET number = number + 1;
    END;`,
  )
  .join('\n');

const undividedViews = ['caller_revision', 'catalogue_setting', ...catalogueViews];

/** What names the file with the catalogue of a database; null where the database is one file. */
export function pairOf(db: Database.Database): string | null {
  const isThere = db.prepare("SELECT 1 FROM main.sqlite_master WHERE name = 'setting'").get() !== undefined;
  if (!isThere) return null;
  const find = db.prepare<[string], string>('SELECT value FROM main.setting WHERE name = ?').pluck();
  return find.get(pairName) ?? null;
}

/** What names the database that a catalogue belongs to; null for a file that is not a catalogue. */
export function pairOfCatalogue(db: Database.Database, schema = 'main'): string | null {
  const isThere = db.prepare(`SELECT 1 FROM ${schema}.sqlite_master WHERE name = 'catalogue_setting'`).get();
  if (isThere === undefined) return null;
  const find = db.prepare<[string], string>(`SELECT value FROM ${schema}.catalogue_setting WHERE name = ?`);
  return find.pluck().get(pairName) ?? null;
}

/** Statements of all that belongs to the catalogue, tables first; `db` is in one file. */
function partsOf(db: Database.Database): Part[] {
  const all = db
    .prepare<[], Part>(
      `SELECT type, name, sql FROM main.sqlite_master
       WHERE sql IS NOT NULL AND (tbl_name IN (${inList(catalogueTables)}) OR name IN (${inList(catalogueViews)}))
       ORDER BY rowid`,
    )
    .all();
  const of = (...types: readonly Part['type'][]) => all.filter(({ type }) => types.includes(type));
  return [...of('table'), ...of('index'), ...of('view'), ...of('trigger')];
}

export function shapeOf(db: Database.Database): CatalogueShape {
  return {
    parts: partsOf(db),
    revisions: db.prepare<[], Row>('SELECT id, subject, number FROM revision WHERE id > 1').all(),
    settings: db.prepare<[], Row>(`SELECT name, value FROM setting WHERE name IN (${quotedSettings})`).all(),
  };
}

const run = (db: Database.Database, parts: readonly Part[]) => {
  for (const { sql } of parts) db.exec(sql);
};
const ends = (parts: readonly Part[]) => parts.filter(({ type }) => type === 'view' || type === 'trigger');
const beginnings = (parts: readonly Part[]) =>
  parts.filter(({ type }) => type === 'table' || type === 'index');

/** Makes the tables of a catalogue in an empty database. */
export function makeCatalogue(db: Database.Database, shape: CatalogueShape, pair: string): void {
  run(db, beginnings(shape.parts));
  db.exec(ownSettings);
  const revision = db.prepare('INSERT INTO revision (id, subject, number) VALUES (@id, @subject, @number)');
  for (const row of shape.revisions) revision.run(row);
  const setting = db.prepare('INSERT INTO catalogue_setting (name, value) VALUES (@name, @value)');
  for (const row of [...shape.settings, { name: pairName, value: pair }]) setting.run(row);
  run(db, ends(shape.parts));
}

/** Copies the catalogue of a database that is attached as `source`, and in one file, into an empty database. */
export function copyCatalogue(db: Database.Database, shape: CatalogueShape, pair: string): void {
  // SQLite copies whole pages where both tables are the same, and nothing watches the new one.
  run(db, beginnings(shape.parts));
  for (const table of catalogueTables) db.exec(`INSERT INTO main.${table} SELECT * FROM source.${table}`);
  db.exec(`DELETE FROM main.revision WHERE id = 1;
    DELETE FROM main.sqlite_sequence;
    INSERT INTO main.sqlite_sequence SELECT * FROM source.sqlite_sequence WHERE name IN (${inList(catalogueTables)});
    ${ownSettings};
    INSERT INTO main.catalogue_setting SELECT name, value FROM source.setting WHERE name IN (${quotedSettings})`);
  db.prepare('INSERT INTO main.catalogue_setting (name, value) VALUES (?, ?)').run(pairName, pair);
  run(db, ends(shape.parts));
}

/** Takes the catalogue out of a database, in the caller's transaction and with foreign keys off. */
export function dropCatalogue(db: Database.Database, pair: string): void {
  const number = db.prepare<[], number>('SELECT number FROM caller_revision').pluck().get() ?? 0;
  for (const name of undividedViews.toReversed()) db.exec(`DROP VIEW main.${name}`);
  db.exec(`${dropCallerTriggers}
    CREATE TABLE main.caller_revision (number INTEGER NOT NULL) STRICT;
    ${makeCallerTriggers}`);
  db.prepare('INSERT INTO main.caller_revision (number) VALUES (?)').run(number);
  for (const table of catalogueTables.toReversed()) db.exec(`DROP TABLE main.${table}`);
  db.exec(`DELETE FROM main.setting WHERE name IN (${quotedSettings})`);
  db.prepare('INSERT INTO main.setting (name, value) VALUES (?, ?)').run(pairName, pair);
}

/**
 * Puts a catalogue back into a database that was in two files, so that it is as it would be in one: `whole` is an empty
 * database of that kind, `db` has the file of the accounts as `part` and that of the catalogue as main.
 */
export function uniteCatalogue(db: Database.Database, whole: Database.Database): void {
  const own = partsOf(db);
  const number = db.prepare<[], number>('SELECT number FROM part.caller_revision').pluck().get() ?? 0;
  const names = new Set<string>([...callerTriggers.map(([name]) => name)]);
  const texts = whole
    .prepare<[], Part & { readonly table: string }>(
      "SELECT type, name, sql, tbl_name AS 'table' FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY rowid",
    )
    .all();
  const into = (sql: string) =>
    sql.replace(/^CREATE (UNIQUE )?(TABLE|INDEX|TRIGGER|VIEW) /, 'CREATE $1$2 part.');
  for (const name of names) db.exec(`DROP TRIGGER part.${name}`);
  db.exec('DROP TABLE part.caller_revision');
  for (const { sql } of beginnings(own)) db.exec(into(sql));
  for (const table of catalogueTables) db.exec(`INSERT INTO part.${table} SELECT * FROM main.${table}`);
  db.prepare("INSERT INTO part.revision (id, subject, number) VALUES (1, 'callers', ?)").run(number);
  db.exec(`DELETE FROM part.sqlite_sequence WHERE name IN (${inList(catalogueTables)});
    INSERT INTO part.sqlite_sequence SELECT * FROM main.sqlite_sequence;
    DELETE FROM part.setting WHERE name = '${pairName}';
    INSERT INTO part.setting SELECT name, value FROM main.catalogue_setting WHERE name <> '${pairName}'`);
  const isMissing = ({ name, table }: { readonly name: string; readonly table: string }) =>
    names.has(name) || undividedViews.includes(name) || undividedViews.includes(table);
  for (const { sql } of [...texts.filter(isMissing)]) db.exec(into(sql));
  for (const { sql } of own.filter(({ type }) => type === 'trigger')) db.exec(into(sql));
}

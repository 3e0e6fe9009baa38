import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { dropCatalogue, pairOf } from './divide.ts';
import { hashGuid } from './hash-guid.ts';

const folder = path.join(import.meta.dirname, 'migrations');
/** What `schema.sql` makes in one step. */
const wholeSchema = 105;
/** Databases older than this were written by previews, before anything was released. */
const oldest = 19;

type Migration = {
  readonly number: number;
  /** Whether it changes tables of the catalogue and nothing else; the catalogue may be in its own file. */
  readonly isOfCatalogue: boolean;
  readonly sql: string;
};

const readSql = (name: string) => readFileSync(path.join(folder, name), 'utf8');

/** What `upgrade.sql` brings earlier databases up to the whole schema by: `-- to NNN` or `-- to NNN, catalogue`, and the SQL. */
function readUpgrade(): Migration[] {
  const [, ...parts] = readSql('upgrade.sql').split(/^-- to (\d{3})(, catalogue)?$/m);
  return parts.flatMap((number, at) =>
    at % 3 === 0
      ? [{ number: Number(number), isOfCatalogue: parts[at + 1] !== undefined, sql: parts[at + 2] ?? '' }]
      : [],
  );
}

/** What came after the whole schema: a file each, `NNN-WHAT.sql` or `NNN-catalogue-WHAT.sql`. */
const readLater = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      number: Number(name.slice(0, 3)),
      isOfCatalogue: /^\d{3}-catalogue-/.test(name),
      sql: readSql(name),
    }));

export const migrations: readonly Migration[] = [...readUpgrade(), ...readLater()];

/** The number of the last migration that was applied; 0 for an empty database. */
export const schemaOf = (db: Database.Database) => Number(db.pragma('user_version', { simple: true }));
/** That of the last migration there is. */
export const knownSchema = Math.max(wholeSchema, ...migrations.map(({ number }) => number));

function requireKnown(found: number): void {
  if (found <= knownSchema) return;
  throw new Error(
    `The database was made by a newer Lodestock (schema ${found}, this one knows ${knownSchema}). Start the newer version, or restore a backup.`,
  );
}

function apply(db: Database.Database, after: number, isMeant: (migration: Migration) => boolean): void {
  for (const migration of migrations)
    if (migration.number > after && isMeant(migration)) db.exec(migration.sql);
  db.pragma(`user_version = ${knownSchema}`);
}

type Options = {
  /** Whether a new database has no catalogue in it, as that will be in its own file. */
  readonly isInTwo?: boolean;
};

/**
 * Makes the schema of a new database, or applies what an older one lacks; the number of the last migration is kept in
 * user_version. All in one transaction, so that two processes that start at once do it one after the other.
 */
export function migrate(db: Database.Database, { isInTwo = false }: Options = {}) {
  if (schemaOf(db) === knownSchema) return;
  db.function('hash_guid', { deterministic: true }, (guid) => hashGuid(String(guid)));
  db.transaction(() => {
    const found = schemaOf(db);
    requireKnown(found);
    if (found > 0 && found < oldest) {
      throw new Error(
        `The database is from a preview of Lodestock (schema ${found}) that this version cannot read. Move the data folder away to start with a new one.`,
      );
    }
    if (found === 0) db.exec(readSql('schema.sql'));
    const current = found === 0 ? wholeSchema : found;
    const isDivided = pairOf(db) !== null;
    apply(db, current, ({ isOfCatalogue }) => !isDivided || !isOfCatalogue);
    if (found === 0 && isInTwo) dropCatalogue(db, randomUUID());
  }).exclusive();
}

/** The same for a catalogue in its own file, in the caller's transaction. */
export function migrateCatalogue(db: Database.Database): void {
  requireKnown(schemaOf(db));
  apply(db, schemaOf(db), ({ isOfCatalogue }) => isOfCatalogue);
}

/** What is read of an empty database of this version, in one file and in memory. */
export function readEmptyDatabase<T>(read: (db: Database.Database) => T): T {
  const db = new Database(':memory:');
  try {
    migrate(db);
    return read(db);
  } finally {
    db.close();
  }
}

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { dropCatalogue, pairOf } from './divide.ts';
import { hashGuid } from './hash-guid.ts';

const folder = path.join(import.meta.dirname, 'migrations');
/** What `schema.sql` makes in one step. Raise it when migrations are folded into that file. */
const wholeSchema = 20;
/** Databases older than this were written by previews, before anything was released. */
const oldest = 19;

const readMigration = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const files = readdirSync(folder)
  .filter((name) => /^\d{3}-.+\.sql$/.test(name))
  .sort();

/** Those of `NNN-catalogue-WHAT.sql` change tables of the catalogue and nothing else; it may be in a file of its own. */
const isOfCatalogue = (name: string) => /^\d{3}-catalogue-/.test(name);

/** The number of the last migration that was applied; 0 for an empty database. */
export const schemaOf = (db: Database.Database) => Number(db.pragma('user_version', { simple: true }));
/** That of the last migration there is. */
export const knownSchema = Math.max(wholeSchema, ...files.map((file) => Number(file.slice(0, 3))));

function requireKnown(found: number): void {
  if (found <= knownSchema) return;
  throw new Error(
    `The database was made by a newer Lodestock (schema ${found}, this one knows ${knownSchema}). Start the newer version, or restore a backup.`,
  );
}

function apply(db: Database.Database, after: number, isMeant: (name: string) => boolean): void {
  for (const file of files)
    if (Number(file.slice(0, 3)) > after && isMeant(file)) db.exec(readMigration(file));
  db.pragma(`user_version = ${knownSchema}`);
}

type Options = {
  /** Whether a new database has no catalogue in it, as that will be in a file of its own. */
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
    if (found === 0) db.exec(readMigration('schema.sql'));
    const current = found === 0 ? wholeSchema : found;
    const isDivided = pairOf(db) !== null;
    apply(db, current, (name) => !isDivided || !isOfCatalogue(name));
    if (found === 0 && isInTwo) dropCatalogue(db, randomUUID());
  }).exclusive();
}

/** The same for a catalogue in a file of its own, in the caller's transaction. */
export function migrateCatalogue(db: Database.Database): void {
  requireKnown(schemaOf(db));
  apply(db, schemaOf(db), isOfCatalogue);
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

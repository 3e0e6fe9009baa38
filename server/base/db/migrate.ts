import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
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

/** The number of the last migration that was applied; 0 for an empty database. */
export const schemaOf = (db: Database.Database) => Number(db.pragma('user_version', { simple: true }));
/** That of the last migration there is. */
export const knownSchema = Math.max(wholeSchema, ...files.map((file) => Number(file.slice(0, 3))));

/**
 * Makes the schema of a new database, or applies what an older one lacks; the number of the last migration is kept in
 * user_version. All in one transaction, so that two processes that start at once do it one after the other.
 */
export function migrate(db: Database.Database) {
  if (schemaOf(db) === knownSchema) return;
  db.function('hash_guid', { deterministic: true }, (guid) => hashGuid(String(guid)));
  db.transaction(() => {
    const found = schemaOf(db);
    if (found > knownSchema) {
      throw new Error(
        `The database was made by a newer Lodestock (schema ${found}, this one knows ${knownSchema}). Start the newer version, or restore a backup.`,
      );
    }
    if (found > 0 && found < oldest) {
      throw new Error(
        `The database is from a preview of Lodestock (schema ${found}) that this version cannot read. Move the data folder away to start with a new one.`,
      );
    }
    if (found === 0) db.exec(readMigration('schema.sql'));
    const current = found === 0 ? wholeSchema : found;
    for (const file of files) if (Number(file.slice(0, 3)) > current) db.exec(readMigration(file));
    db.pragma(`user_version = ${knownSchema}`);
  }).exclusive();
}

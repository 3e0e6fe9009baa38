import path from 'node:path';
import Database from 'better-sqlite3';
import { readMigrationFiles } from '../migration-files.ts';

/** The two files of a database: accounts and everything people own, and the catalogue, which can be rebuilt. */
export type Part = 'accounts' | 'catalogue';

/** The schema of both files and the later migrations, named `NNN-accounts-WHAT.sql` or `NNN-catalogue-WHAT.sql`. */
export function readMigrations(folder: string) {
  return readMigrationFiles(folder, ['001-accounts.sql', '001-catalogue.sql']).map((file) => {
    const part = /^\d{3}-(accounts|catalogue)\b/.exec(file.name)?.[1];
    if (part === undefined)
      throw new Error(
        `The migration ${path.join(folder, file.name)} does not say which file it changes. Name it NNN-accounts-WHAT.sql or NNN-catalogue-WHAT.sql.`,
      );
    return { ...file, part };
  });
}

const migrations = readMigrations(path.join(import.meta.dirname, 'migrations'));

/** Number of the last migration applied to a file; 0 for an empty one. */
export const schemaOf = (db: Database.Database) => Number(db.pragma('user_version', { simple: true }));
export const knownSchema = Math.max(...migrations.map(({ number }) => number));

function apply(db: Database.Database, part: Part, after: number, last: number): void {
  for (const migration of migrations)
    if (migration.part === part && migration.number > after && migration.number <= last)
      db.exec(migration.sql);
}

/** The SQL of a file's tables. Triggers are left out: the database check reports a ledger without them. */
function readTables(db: Database.Database): readonly string[] {
  const all = db
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  return all.map((sql) => sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' '));
}

/** Whether a file's tables match the migrations up to its number. Before the first release, tables changed without a new one. */
export function isOfMigrations(db: Database.Database, part: Part): boolean {
  const found = new Set(readTables(db));
  const made = new Database(':memory:');
  try {
    apply(made, part, 0, schemaOf(db));
    return readTables(made).every((sql) => found.has(sql));
  } finally {
    made.close();
  }
}

/** Applies the missing migrations, all for an empty file, in one transaction, so that two starting processes take turns. */
export function migrate(db: Database.Database, part: Part): void {
  if (schemaOf(db) === knownSchema) return;
  db.transaction(() => {
    const found = schemaOf(db);
    if (found > knownSchema)
      throw new Error(
        `The database was made by a newer Lodestock (schema ${found}, this one knows ${knownSchema}). Start the newer version, or restore a backup.`,
      );
    apply(db, part, found, knownSchema);
    db.pragma(`user_version = ${knownSchema}`);
  }).exclusive();
}

/** Runs `read` on an empty in-memory database of the current version. */
export function readEmptyPart<T>(part: Part, read: (db: Database.Database) => T): T {
  const db = new Database(':memory:');
  try {
    migrate(db, part);
    return read(db);
  } finally {
    db.close();
  }
}

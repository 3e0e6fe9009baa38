import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Db } from './open-database.ts';

const folder = path.join(import.meta.dirname, 'migrations');

/** Applies what is missing, each file in one transaction; the file's number is kept in user_version. */
export function migrate(db: Db) {
  const files = readdirSync(folder)
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort();
  const current = Number(db.pragma('user_version', { simple: true }));
  const last = Number(files.at(-1)?.slice(0, 3) ?? 0);
  if (current > last) {
    throw new Error(
      `The database was made by a newer Lodestock (schema ${current}, this one knows ${last}). Start the newer version, or restore a backup.`,
    );
  }
  for (const file of files) {
    const number = Number(file.slice(0, 3));
    if (number <= current) continue;
    db.transaction(() => {
      db.exec(readFileSync(path.join(folder, file), 'utf8'));
      db.pragma(`user_version = ${number}`);
    }).exclusive();
  }
}

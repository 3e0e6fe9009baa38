import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const toStart = (number: number) => `${String(number).padStart(3, '0')}-`;

type MigrationFile = { readonly number: number; readonly name: string; readonly sql: string };

/**
 * The migrations of a folder in order: first the schema files, number 001, then one file per later change. Throws if a
 * number is skipped or repeated: databases store only their last number, so such a file might never run.
 */
export function readMigrationFiles(folder: string, first: readonly string[]): readonly MigrationFile[] {
  const later = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !first.includes(name))
    .sort();
  return [...first, ...later].map((name, index) => {
    const number = Math.max(1, index - first.length + 2);
    if (!name.startsWith(toStart(number)))
      throw new Error(
        `The migration ${path.join(folder, name)} would not run on every database. Its name must begin with ${toStart(later.length + 1)}, the next number.`,
      );
    return { number, name, sql: readFileSync(path.join(folder, name), 'utf8') };
  });
}

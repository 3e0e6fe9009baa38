import path from 'node:path';
import { readMigrationFiles } from '../../base/migration-files.ts';
import type { Link } from './open-link.ts';

const files = readMigrationFiles(path.join(import.meta.dirname, 'postgres-migrations'), ['001-accounts.sql']);

export const knownSchema = files.length;
const turn = 'lodestock schema';

/**
 * Creates the schema or applies missing migrations; the first server to start does it, the others wait. A migration
 * only adds what older running servers ignore, and what they use is dropped a version later: old and new versions run
 * side by side.
 */
export async function migratePostgres(link: Link): Promise<void> {
  await link.transact(async (transaction) => {
    await transaction`SET LOCAL lock_timeout = 0`;
    await transaction`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`;
    await transaction`CREATE TABLE IF NOT EXISTS schema_version (number integer NOT NULL)`;
    const [row] = await transaction<{ number: number }[]>`SELECT max(number) AS number FROM schema_version`;
    const found = row?.number ?? 0;
    if (found > knownSchema)
      throw new Error(
        `The accounts in PostgreSQL were written by a newer Lodestock (schema ${found}, this one knows ${knownSchema}). Start the newer version.`,
      );
    for (const { number, sql } of files.filter((file) => file.number > found)) {
      await transaction.unsafe(sql);
      await transaction`INSERT INTO schema_version (number) VALUES (${number})`;
    }
  });
}

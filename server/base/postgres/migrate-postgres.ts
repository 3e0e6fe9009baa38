import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Link } from './open-link.ts';

const folder = path.join(import.meta.dirname, 'postgres-migrations');
const files = readdirSync(folder)
  .filter((name) => /^\d{3}-.+\.sql$/.test(name))
  .sort();
const numberOf = (file: string) => Number(file.slice(0, 3));

/** That of the last migration there is. */
export const knownSchema = Math.max(...files.map(numberOf));
const turn = 'lodestock schema';

/**
 * Makes the schema, or applies what it lacks; whichever server starts first does it, the others wait. A migration only
 * adds what the servers that run know nothing of, and what they need goes a version later: old and new run together.
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
    for (const file of files.filter((name) => numberOf(name) > found)) {
      await transaction.unsafe(readFileSync(path.join(folder, file), 'utf8'));
      await transaction`INSERT INTO schema_version (number) VALUES (${numberOf(file)})`;
    }
  });
}

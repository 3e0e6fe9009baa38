import { migratePostgres } from './migrate-postgres.ts';
import { type Link, type LinkOptions, openLink } from './open-link.ts';
import { isUnavailable, patiently } from './patiently.ts';

/** Waits for PostgreSQL, or for another server that migrates the schema. Throws one sentence if neither finishes. */
export async function openMigrated(url: string, options: LinkOptions = {}): Promise<Link> {
  const link = openLink(url, options);
  try {
    await patiently(() => migratePostgres(link));
    return link;
  } catch (error) {
    await link.close();
    const reason = isUnavailable(error) && error instanceof Error ? error.cause : error;
    const told = reason instanceof Error ? reason.message || reason.name : String(reason);
    throw new Error(`The accounts in PostgreSQL cannot be opened: ${told}`, { cause: error });
  }
}

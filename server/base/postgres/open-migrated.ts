import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../contract/errors.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { type Link, type LinkOptions, openLink } from './open-link.ts';

/** Times that a server tries to reach PostgreSQL at its start, or waits for another one that changes the schema. */
const tries = 60;
const isAway = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE';

/** Throws one sentence where PostgreSQL cannot be reached or understood. */
export async function openMigrated(url: string, options: LinkOptions = {}): Promise<Link> {
  const link = openLink(url, options);
  for (let left = tries; ; left -= 1) {
    try {
      await migratePostgres(link);
      return link;
    } catch (error) {
      if (isAway(error) && left > 1) {
        await delay(500);
        continue;
      }
      await link.close();
      const reason = isAway(error) && error instanceof Error ? error.cause : error;
      const told = reason instanceof Error ? reason.message || reason.name : String(reason);
      throw new Error(`The accounts in PostgreSQL cannot be opened: ${told}`, { cause: error });
    }
  }
}

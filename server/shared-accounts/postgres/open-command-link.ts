import { openMigrated } from './open-migrated.ts';
import { createPostgresStore } from './postgres-store.ts';

export type CommandLink = Awaited<ReturnType<typeof openCommandLink>>;

/** Opens the accounts in PostgreSQL for one command, beside running sites. */
export async function openCommandLink(url: string, patience = 60_000) {
  const link = await openMigrated(url, { max: 1, patience, name: 'lodestock-command' });
  return { link, store: createPostgresStore(link, () => {}), close: link.close };
}

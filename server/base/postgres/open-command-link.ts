import type { AccountStore } from '../store/account-store.ts';
import type { Link } from './open-link.ts';
import { openMigrated } from './open-migrated.ts';
import { createPostgresStore } from './postgres-store.ts';

export type CommandLink = {
  readonly link: Link;
  readonly store: AccountStore;
  readonly close: () => Promise<void>;
};

/** Opens the accounts in PostgreSQL for one command, beside running sites. */
export async function openCommandLink(url: string, patience = 60_000): Promise<CommandLink> {
  const link = await openMigrated(url, { max: 1, patience, name: 'lodestock-command' });
  return { link, store: createPostgresStore(link, () => {}), close: link.close };
}

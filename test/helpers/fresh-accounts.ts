import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { SharedAccountsConfig } from '../../server/config/shared-accounts.ts';

/** Where the cluster of a run is, and whether the servers of a test keep their accounts there. */
export const clusterVariable = 'LODESTOCK_TEST_CLUSTER';
export const postgresVariable = 'LODESTOCK_TEST_ON_POSTGRES';
/** The database that new ones are copied from; see test/setup/start-postgres.ts. */
export const templateName = 'lodestock_template';

/** Limits of a link to PostgreSQL that no busy computer reaches. */
export const unhurriedLink = { patience: 120_000, connectTime: 120_000 };

/** A new database of accounts in a cluster. */
export async function makeFreshAccounts(cluster: string) {
  const name = `accounts_${randomBytes(8).toString('hex')}`;
  const admin = postgres(cluster, { max: 1, onnotice: () => {} });
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY FILE_COPY`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const config: SharedAccountsConfig = { url: url.href, serverKey: Buffer.alloc(32, 7) };
  return {
    config,
    async drop() {
      await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

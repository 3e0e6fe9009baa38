import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openSharedAccounts } from '../../server/accounts/shared/open-shared-accounts.ts';
import { createTokens } from '../../server/accounts/tokens.ts';
import { users } from '../../server/accounts/users.ts';
import { openStorage } from '../../server/base/storage/storage.ts';
import type { AccountStore } from '../../server/base/store/account-store.ts';
import { ledger } from '../../server/billing/ledger.ts';
import { clusterVariable, makeFreshAccounts } from './fresh-accounts.ts';
import { openFreshDatabase } from './fresh-database.ts';
import { startWireProxy } from './wire-proxy.ts';

const at = '2026-01-01T00:00:00.000Z';

/** A new PostgreSQL database in the cluster of the run; gone with the test. */
export async function freshAccountsUrl(): Promise<string> {
  const { config, drop } = await makeFreshAccounts(process.env[clusterVariable] ?? '');
  onTestFinished(drop);
  return config.url;
}

/** A folder for a data base of a catalogue; gone with the test. */
export function freshFolderDatabase() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-shared-'));
  const db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, db };
}

/** What a site has of shared accounts. Its wire to PostgreSQL can be cut. */
export async function openSite(url: string) {
  const { db } = freshFolderDatabase();
  const storage = openStorage(db);
  const wire = await startWireProxy(Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(wire.port);
  const accounts = await openSharedAccounts(through.href, {
    ...{ db, storage, clock: Date.now, log: { error: () => {} } },
  });
  onTestFinished(async () => {
    wire.mend();
    await accounts.close();
    await storage.close();
    await wire.close();
  });
  return { ...accounts, wire, db };
}

let people = 0;

/** An account with a token and some money. */
export async function makePerson(store: AccountStore, cents = 10_000) {
  people += 1;
  const email = `shared${people}@example.org`;
  const user = await store.run(
    users.add({ email, name: `Person ${people}`, passwordHash: 'none', role: 'member', at }),
  );
  const accountId = user?.id ?? '';
  if (cents > 0) await store.run(ledger.credit({ accountId, cents, reason: 'Test', at }));
  const { issue } = createTokens(Date.now);
  const issued = await store.run(issue({ kind: 'user', accountId, name: 'Test', scopes: 'all' }));
  return { accountId, email, token: issued.token, tokenId: issued.id };
}

type Payer = { readonly accountId: string; readonly tokenId: string };

export const wishOf = ({ accountId, tokenId }: Payer, guid: string, priceCents = 100) => ({
  ...{ accountId, tokenId, guid, priceCents },
  ...{ relativePath: '10k/thing.obj', title: `The ${guid}`, at: new Date().toISOString() },
});

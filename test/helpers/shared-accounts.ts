import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openStorage } from '../../server/base/data-folder/storage.ts';
import { openSharedAccounts } from '../../server/shared-accounts/open-shared-accounts.ts';
import { clusterVariable, makeFreshAccounts, unhurriedLink } from './fresh-accounts.ts';
import { openFreshDatabase } from './fresh-database.ts';
import { startWireProxy } from './wire-proxy.ts';

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

type SiteOptions = {
  readonly clock?: () => number;
  /** Whether it gives up a PostgreSQL that says nothing as soon as sites do; else only one that is gone. */
  readonly isHurried?: boolean;
};

/** What a site has of shared accounts. Its wire to PostgreSQL can be cut. */
export async function openSite(url: string, { clock = Date.now, isHurried = false }: SiteOptions = {}) {
  const { db } = freshFolderDatabase();
  const storage = openStorage(db);
  const wire = await startWireProxy(Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(wire.port);
  const parts = { db, storage, clock, log: { error: () => {} } };
  const accounts = await openSharedAccounts(through.href, parts, isHurried ? {} : unhurriedLink);
  onTestFinished(async () => {
    wire.mend();
    await accounts.close();
    await storage.close();
    await wire.close();
  });
  return { ...accounts, wire, db };
}

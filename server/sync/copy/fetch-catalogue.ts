import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { catalogueFileOf, removeDatabase, takeCatalogue } from '../../base/db/catalogue-file.ts';
import { openAccounts } from '../../base/db/open-database.ts';
import { syncFolder } from '../../base/storage/durable-files.ts';
import type { FolderWork } from '../../base/storage/folder-work.ts';
import { renamePatientlySync } from '../../base/storage/rename-patiently.ts';
import type { Config } from '../../config.ts';
import { proveCopy } from './prove-copy.ts';
import { type CopyFiles, receiveCopy } from './receive-copy.ts';

/** `from` is the site that gave its catalogue; null if none did. `faults` are sentences about the others. */
export type Fetched = { readonly from: string | null; readonly faults: readonly string[] };

type Wish = Pick<Config, 'dataDir' | 'peers' | 'syncKey' | 'sharedAccounts'> & {
  readonly work: Pick<FolderWork, 'isOurs'>;
};

const lookEvery = 100;

const draft = /^catalogue-.+\.arriving/;

function sweep(dataDir: string) {
  for (const name of readdirSync(dataDir))
    if (draft.test(name)) rmSync(path.join(dataDir, name), { force: true });
}

/** Popularity counts the peer's accounts, so it is dropped unless accounts are shared. */
function forgetPopularity(file: string) {
  const db = new Database(file);
  db.exec('UPDATE model SET popularity = 0 WHERE popularity <> 0; DELETE FROM shared_popularity');
  db.pragma('synchronous = FULL');
  db.close();
}

/** Moves the files into place, the catalogue last: without it, the next start would ask again. */
async function place({ database, index }: CopyFiles, dataDir: string, hasIndex: boolean) {
  if (hasIndex) renamePatientlySync(index, path.join(dataDir, 'search.index'));
  const file = path.join(dataDir, 'lodestock.db');
  openAccounts(file).close();
  takeCatalogue(file, database);
  await syncFolder(dataDir);
}

/**
 * Fetches another site's catalogue before this one has a database, or after it has lost its catalogue, so that it need
 * not read every product from every host; it then continues where that site was. If anything fails, the data folder
 * stays unchanged and the hosts are read as usual. Null if there is nothing to do. Of several processes on a data
 * folder, one fetches and the others wait.
 */
export async function fetchCatalogue(wish: Wish): Promise<Fetched | null> {
  const { dataDir, peers, syncKey, sharedAccounts, work } = wish;
  const file = path.join(dataDir, 'lodestock.db');
  // Another process creates them in order, the catalogue last.
  const isThere = () => existsSync(file) && existsSync(catalogueFileOf(file));
  if (peers.length === 0 || syncKey === null || isThere()) return null;
  while (!work.isOurs() && !isThere()) await delay(lookEvery);
  if (isThere()) return null;
  sweep(dataDir);
  const faults: string[] = [];
  for (const peer of peers) {
    if (isThere()) break; // from another process, which reads the hosts
    const name = path.join(dataDir, `catalogue-${randomUUID()}.arriving`);
    const to = { database: name, index: `${name}-index` };
    try {
      const head = await receiveCopy({ peer, key: syncKey, to });
      proveCopy(to.database);
      if (sharedAccounts === null) forgetPopularity(to.database);
      await place(to, dataDir, head.index !== null);
      return { from: peer, faults };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      faults.push(`The site ${peer} did not give its catalogue: ${reason}.`);
    } finally {
      removeDatabase(to.database);
      rmSync(to.index, { force: true });
    }
  }
  return { from: null, faults };
}

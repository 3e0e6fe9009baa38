import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { runOn } from '../../../server/base/store/sqlite-store.ts';
import { ledger } from '../../../server/billing/ledger.ts';
import { migratePostgres } from '../../../server/shared-accounts/postgres/migrate-postgres.ts';
import { openLink } from '../../../server/shared-accounts/postgres/open-link.ts';
import type { Place } from '../place.ts';

type Way = 'sqlite' | 'shared' | 'single';
type Charged = {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
  readonly p50: number;
  readonly p99: number;
};
type Options = { readonly processes: number; readonly inFlight: number; readonly seconds: number };

const accounts = 1920;
const cents = 1_000_000_000;
const worker = path.join(import.meta.dirname, 'charge-worker.ts');

/** A separate database with accounts to charge; its address. */
async function makeDatabase(cluster: string, name: string): Promise<string> {
  const admin = postgres(cluster, { max: 1, onnotice: () => {} });
  await admin.unsafe(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const link = openLink(url.href, { max: 1 });
  await migratePostgres(link);
  await link.close();
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  await sql.unsafe(
    `INSERT INTO account (id, email, name, password_hash, role, created_at, balance_cents, ledger_rows)
     SELECT 'account-' || n, 'account-' || n || '@example.org', 'Bench', '', 'member', '', ${cents}, 1
     FROM generate_series(0, ${accounts - 1}) AS n`,
  );
  await sql.unsafe(
    `INSERT INTO ledger (account_id, account_seq, kind, amount_cents, balance_cents, reason, at)
     SELECT 'account-' || n, 1, 'credit', ${cents}, ${cents}, 'Bench', '' FROM generate_series(0, ${accounts - 1}) AS n`,
  );
  await sql.end();
  return url.href;
}

function fillSqlite(folder: string) {
  const db = openDatabase(path.join(folder, 'lodestock.db'));
  const add = db.prepare(
    "INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES (?, ?, 'Bench', '', 'member', '')",
  );
  db.transaction(() => {
    for (let index = 0; index < accounts; index += 1) {
      const accountId = `account-${index}`;
      add.run(accountId, `${accountId}@example.org`);
      runOn(db, ledger.credit({ accountId, cents, reason: 'Bench', at: '' }));
    }
  })();
  db.close();
}

const readLine = async (child: ChildProcess) => {
  if (child.stdout === null) throw new Error('It has no output.');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return String(line);
};

async function charge(way: Way, where: string, { processes, inFlight, seconds }: Options): Promise<Charged> {
  const each = Math.floor(accounts / processes);
  const workers = Array.from({ length: processes }, (_, index) =>
    spawn(process.execPath, [worker, way, where, ...[index * each, each, inFlight, seconds].map(String)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  await Promise.all(workers.map(readLine));
  const results = workers.map(readLine);
  for (const { stdin } of workers) stdin?.write('go\n');
  const told: readonly { made: number; cpuMicroseconds: number; p50: number; p99: number }[] = (
    await Promise.all(results)
  ).map((line) => JSON.parse(line));
  const made = told.reduce((sum, one) => sum + one.made, 0);
  return {
    perSecond: made / seconds,
    cpuMicroseconds: told.reduce((sum, one) => sum + one.cpuMicroseconds, 0) / made,
    p50: Math.max(...told.map(({ p50 }) => p50)),
    p99: Math.max(...told.map(({ p99 }) => p99)),
  };
}

/**
 * Charges in flight at several processes on PostgreSQL, next to one process on SQLite and next to a statement for each, by
 * turns, each in its own database.
 */
export async function proveCharges(
  { postgres: cluster }: Pick<Place, 'postgres'>,
  rounds: number,
  seconds: number,
) {
  const rows: Record<Way | 'aloneSqlite' | 'aloneShared', Charged[]> = {
    ...{ sqlite: [], shared: [], single: [], aloneSqlite: [], aloneShared: [] },
  };
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-charges-'));
    fillSqlite(folder);
    const one = { processes: 1, inFlight: 64, seconds };
    const three = { processes: 3, inFlight: 64, seconds };
    const alone = { processes: 1, inFlight: 1, seconds };
    rows.sqlite.push(await charge('sqlite', folder, one));
    rows.aloneSqlite.push(await charge('sqlite', folder, alone));
    const url = await makeDatabase(cluster.url, `charges_${process.pid}_${round}`);
    rows.shared.push(await charge('shared', url, three));
    rows.aloneShared.push(await charge('shared', url, alone));
    const other = await makeDatabase(cluster.url, `single_${process.pid}_${round}`);
    rows.single.push(await charge('single', other, three));
    rmSync(folder, { recursive: true });
  }
  return rows;
}

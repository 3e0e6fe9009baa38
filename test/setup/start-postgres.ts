import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { migratePostgres } from '../../server/base/postgres/migrate-postgres.ts';
import { openLink } from '../../server/base/postgres/open-link.ts';
import { clusterVariable, templateName } from '../helpers/fresh-accounts.ts';
import { findPostgres } from './find-postgres.ts';

/** PostgreSQL refuses to run as root; Debian's package made a user for it. */
function asPostgres(file: string, args: readonly string[]) {
  const [command, ...rest] =
    process.getuid?.() === 0
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', file, ...args]
      : [file, ...args];
  execFileSync(command ?? file, rest, { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } });
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const bound = probe.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts a cluster of its own in a temporary folder. */
export async function startCluster(bin: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-postgres-'));
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
  chmodSync(folder, 0o700);
  const data = path.join(folder, 'data');
  asPostgres(path.join(bin, 'initdb'), [
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  // What a crash of the machine would lose is nothing that a test looks at.
  const port = await findPort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder} -c fsync=off -c max_connections=200 -c shared_buffers=32MB`;
  const control = (...args: readonly string[]) =>
    asPostgres(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-t', '120', ...args]);
  control('-o', settings, '-l', path.join(folder, 'log'), 'start');
  return {
    folder,
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** As if its machine had lost power. */
    crash: () => control('-m', 'immediate', 'stop'),
    resume: () => control('-o', settings, '-l', path.join(folder, 'log'), 'start'),
    remove() {
      control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the database that those of tests are copied from. */
export async function makeTemplate(cluster: string): Promise<void> {
  const admin = postgres(cluster, { max: 1, onnotice: () => {} });
  await admin.unsafe(`CREATE DATABASE ${templateName}`);
  await admin.end();
  const url = new URL(cluster);
  url.pathname = `/${templateName}`;
  const link = openLink(url.href, { max: 1 });
  await migratePostgres(link);
  await link.close();
}

/** One cluster for the run; each server of a test has a database of its own in it. */
export default async function startPostgres(): Promise<(() => void) | undefined> {
  const bin = findPostgres();
  if (bin === null) return;
  const cluster = await startCluster(bin);
  await makeTemplate(cluster.url);
  process.env[clusterVariable] = cluster.url;
  return cluster.remove;
}

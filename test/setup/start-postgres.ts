import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { migratePostgres } from '../../server/shared-accounts/postgres/migrate-postgres.ts';
import { openLink } from '../../server/shared-accounts/postgres/open-link.ts';
import { findQuietPort } from '../helpers/find-quiet-port.ts';
import { clusterVariable, templateName } from '../helpers/fresh-accounts.ts';
import { findPostgres } from './find-postgres.ts';

/** PostgreSQL refuses to run as root; Debian's package made a user for it. */
async function asPostgres(file: string, args: readonly string[]) {
  const [command, ...rest] =
    process.getuid?.() === 0
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', file, ...args]
      : [file, ...args];
  const env = { ...process.env, LC_ALL: 'C' };
  const child = spawn(command ?? file, rest, { stdio: 'ignore', env });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}`);
}

type ClusterOptions = {
  /** One that may have a cluster already; a temporary one when absent. */
  readonly folder?: string;
  /** Whether what was answered outlives a crash of the machine: nothing that most tests look at. */
  readonly isDurable?: boolean;
};

/** Whether a process still runs; one that has ended may be listed until its parent asks. */
function isRunning(pid: string): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function killProcess(pid: string): Promise<void> {
  if (isRunning(pid)) process.kill(Number(pid), 'SIGKILL');
  while (isRunning(pid)) await delay(10);
}

/** Starts its own cluster. */
export async function startCluster(bin: string, options: ClusterOptions = {}) {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'lodestock-postgres-'));
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', folder]);
  chmodSync(folder, 0o700);
  const data = path.join(folder, 'data');
  if (!existsSync(data)) {
    const words = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await asPostgres(path.join(bin, 'initdb'), ['-D', data, ...words]);
  }
  const lock = path.join(data, 'postmaster.pid');
  const port = await findQuietPort();
  const fsync = options.isDurable ? 'on' : 'off';
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=${fsync} -c max_connections=200 -c shared_buffers=32MB`;
  const control = (...args: readonly string[]) =>
    asPostgres(path.join(bin, 'pg_ctl'), ['-D', data, '-w', '-t', '120', ...args]);
  await control('-o', settings, '-l', path.join(folder, 'log'), 'start');
  return {
    folder,
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Ends every process of it at once, as nothing but a loss of power does. */
    async kill() {
      const [first = ''] = readFileSync(lock, 'utf8').split('\n');
      const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ');
      await Promise.all([first, ...children.filter(Boolean)].map(killProcess));
      rmSync(lock);
    },
    resume: () => control('-o', settings, '-l', path.join(folder, 'log'), 'start'),
    async stop() {
      if (existsSync(lock)) await control('-m', 'fast', 'stop');
    },
    async remove() {
      await control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the database that those of tests are copied from. */
async function makeTemplate(cluster: string): Promise<void> {
  const admin = postgres(cluster, { max: 1, onnotice: () => {} });
  await admin.unsafe(`CREATE DATABASE ${templateName}`);
  await admin.end();
  const url = new URL(cluster);
  url.pathname = `/${templateName}`;
  // A busy machine may take long to write the schema, and without it no test would run.
  const link = openLink(url.href, { max: 1, patience: 120_000 });
  await migratePostgres(link);
  await link.close();
}

/** One cluster for the run; each server of a test has its own database in it. */
export default async function startPostgres(): Promise<(() => Promise<void>) | undefined> {
  const bin = findPostgres();
  if (bin === null) return;
  const cluster = await startCluster(bin);
  await makeTemplate(cluster.url);
  process.env[clusterVariable] = cluster.url;
  return cluster.remove;
}

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CommandLink,
  openCommandLink,
} from '../../server/shared-accounts/postgres/open-command-link.ts';
import { findQuietPort } from '../helpers/find-quiet-port.ts';
import { startToyStore } from '../helpers/toy-store.ts';
import { readDeployedProxy, startHaproxy, whyNo } from '../helpers/web-server.ts';
import { startWireProxy } from '../helpers/wire-proxy.ts';
import { findPostgres } from '../setup/find-postgres.ts';
import { startCluster } from '../setup/start-postgres.ts';
import { ask } from './ask.ts';
import { builtServer, type ClusterProcess, createClusterProcess } from './cluster-process.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

type PlaceOptions = {
  /** Stays at the end, and may have what an earlier run left; a temporary one when absent. */
  readonly folder?: string;
  /** The library folder of the first file host. */
  readonly libraryDir: string;
  /** What is in the bucket of the second. */
  readonly inBucket: Files;
  /** The port of the load balancer; a free one when absent. */
  readonly port?: number;
  /** What sites and file hosts run; the built server when absent. */
  readonly serverFile?: string;
  /** Settings of every site and file host next to the usual ones. */
  readonly environment?: Readonly<Record<string, string>>;
};

export type Place = Awaited<ReturnType<typeof startPlace>>;

const siteNames = ['one', 'two', 'three'];
const serverKey = 'c1'.repeat(32);
const syncKey = 'shared-by-sites-and-file-hosts';

/** Why the set cannot be started here, as words; null when everything is installed. */
export function whyNoPlace(): string | null {
  const missing = [findPostgres() === null ? 'postgresql-15 not installed' : null, whyNo('haproxy')];
  return missing.filter((why) => why !== null).join(', ') || null;
}

/** The balancer of deploy/proxies, with these sites in place of its two processes. */
function toBalancerText(port: number, sites: readonly ClusterProcess[]): string {
  const lines = readDeployedProxy('haproxy.cfg').replace('bind :80', `bind 127.0.0.1:${port}`);
  const servers = sites.map((site) => `  server ${site.name} 127.0.0.1:${site.port}`).join('\n');
  return `${lines.replaceAll(/\n {2}server .*/g, '')}${servers}\n`;
}

/** A place in a folder that everybody may pass through, as PostgreSQL runs as another user. */
function makeFolder(given: string | undefined): string {
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'lodestock-cluster-'));
  mkdirSync(path.join(folder, 'postgres'), { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Three sites behind HAProxy, whose accounts are in PostgreSQL, and two file hosts, of which one serves a bucket. Each site
 * has its own wire to PostgreSQL, which can be cut, or swallow what comes.
 */
export async function startPlace(options: PlaceOptions) {
  const { libraryDir, inBucket, environment = {}, serverFile: file = builtServer } = options;
  const bin = findPostgres();
  if (bin === null) throw new Error('PostgreSQL 15 or newer is not installed: apt install postgresql-15');
  const folder = makeFolder(options.folder);
  const ends: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 50 });
  };
  try {
    const postgres = await startCluster(bin, { folder: path.join(folder, 'postgres'), isDurable: true });
    ends.push(postgres.stop);
    const store = await startToyStore(inBucket);
    ends.push(store.close);
    const wires: Awaited<ReturnType<typeof startWireProxy>>[] = [];
    ends.push(() => Promise.all(wires.map((wire) => wire.close())));
    const balancerPort = options.port ?? (await findQuietPort());

    const servers: ClusterProcess[] = [];
    ends.push(() => Promise.all(servers.map((server) => server.stop())));
    const start = async (name: string, env: Readonly<Record<string, string>>) => {
      const own = { LODESTOCK_DATA_DIR: path.join(folder, name), LODESTOCK_SYNC_KEY: syncKey };
      const port = await findQuietPort();
      const server = createClusterProcess({ name, port, file, env: { ...own, ...env, ...environment } });
      servers.push(server);
      return server;
    };
    const hosts = [
      await start('host-folder', { LODESTOCK_ROLE: 'host', LODESTOCK_LIBRARY_DIR: libraryDir }),
      await start('host-bucket', { LODESTOCK_ROLE: 'host', ...store.environment() }),
    ];
    const siteSettings = {
      LODESTOCK_ROLE: 'site',
      LODESTOCK_HOSTS: hosts.map(({ url }) => url).join(','),
      LODESTOCK_SERVER_KEY: serverKey,
      LODESTOCK_BASE_URL: `http://127.0.0.1:${balancerPort}`,
      LODESTOCK_TRUST_PROXY: 'true',
      LODESTOCK_DRAIN_SECONDS: '3',
    };
    const sites: ClusterProcess[] = [];
    for (const name of siteNames) {
      const wire = await startWireProxy(postgres.port);
      wires.push(wire);
      const url = new URL(postgres.url);
      url.port = String(wire.port);
      sites.push(await start(`site-${name}`, { ...siteSettings, LODESTOCK_DATABASE_URL: url.href }));
    }
    await Promise.all(hosts.map((host) => host.start()));
    await Promise.all(sites.map((site) => site.start()));
    const balancer = await startHaproxy(balancerPort, toBalancerText(balancerPort, sites));
    ends.push(balancer.stop);
    const link: CommandLink = await openCommandLink(postgres.url);
    ends.push(link.close);
    const count = async ({ url }: ClusterProcess) =>
      (await ask(`${url}/api-embeddings/browse?limit=1`)).body.total;

    return {
      ...{ folder, postgres, store, hosts, sites, wires, syncKey, stop },
      /** One more server next to the set, that ends with it; it is not started yet. */
      addServer: start,
      url: `http://127.0.0.1:${balancerPort}`,
      /** Waits until every site lists so many models. */
      async waitForModels(models: number) {
        for (const site of sites) while ((await count(site)) !== models) await delay(50);
      },
      /** The accounts, past the wires. */
      accounts: link.store,
      /** Settings with which a command looks at a site's accounts and catalogue. */
      siteEnvironment: {
        ...{ ...siteSettings, LODESTOCK_DATA_DIR: path.join(folder, 'site-one') },
        ...{ LODESTOCK_SYNC_KEY: syncKey, LODESTOCK_DATABASE_URL: postgres.url },
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

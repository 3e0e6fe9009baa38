import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ClusterProcess, createClusterProcess } from '../cluster/cluster-process.ts';
import { findQuietPort } from '../helpers/find-quiet-port.ts';
import { makeHeapReport } from './heap-report.ts';
import { makeKnobs } from './knobs.ts';
import { makeFolder, makeSoakLibrary, type SoakLibrary } from './library.ts';
import { mountSmallDisk } from './small-disk.ts';

const key = 'the-key-that-site-and-host-share';

/** A server of the soak. */
export type SoakServer = ClusterProcess & {
  readonly dataDir: string;
  readonly library: SoakLibrary;
  /** Its log, a line each, of level warn and above. */
  readonly warnings: readonly string[];
};

export type SoakPlace = Awaited<ReturnType<typeof makePlace>>;

type ServerOptions = Pick<ClusterProcess, 'name' | 'port'> & {
  readonly dataDir: string;
  readonly library: SoakLibrary;
  readonly env: Readonly<Record<string, string>>;
};

function createServer({ name, port, dataDir, library, env }: ServerOptions): SoakServer {
  const warnings: string[] = [];
  const server = createClusterProcess({
    ...{ name, port, file: 'server/main.ts' },
    env: {
      LODESTOCK_DATA_DIR: dataDir,
      LODESTOCK_LIBRARY_DIR: library.folder,
      LODESTOCK_SYNC_KEY: key,
      ...env,
    },
    onLine: (line) => {
      if (/"level":[456]0/.test(line)) warnings.push(line);
    },
  });
  return { ...server, dataDir, library, warnings };
}

/** A site with its own library that follows a file host, on a small disk where one can be had. */
export async function makePlace({ models }: { readonly models: number }) {
  const folder = makeFolder('data');
  const siteDir = path.join(folder.folder, 'site');
  const disk = await mountSmallDisk(siteDir);
  const knobs = makeKnobs(siteDir);
  const heap = makeHeapReport();
  const libraries = { site: makeSoakLibrary('site', models), host: makeSoakLibrary('host', models) };
  const host = createServer({
    name: 'host',
    port: await findQuietPort(),
    dataDir: path.join(folder.folder, 'host'),
    library: libraries.host,
    env: { LODESTOCK_ROLE: 'host' },
  });
  const site = createServer({
    name: 'site',
    port: await findQuietPort(),
    dataDir: siteDir,
    library: libraries.site,
    env: {
      LODESTOCK_HOSTS: host.url,
      LODESTOCK_SIGNUP_CREDIT_USD: '10000',
      ...knobs.env,
      ...heap.env,
    },
  });
  return {
    site,
    host,
    disk,
    knobs,
    heap,
    async destroy() {
      await Promise.all([site.stop('SIGKILL'), host.stop('SIGKILL')]);
      await disk.unmount();
      knobs.remove();
      heap.remove();
      folder.remove();
      libraries.site.destroy();
      libraries.host.destroy();
    },
  };
}

/** Resident memory of a process in megabytes; null once it is gone. Linux. */
export function readResident(pid: number | null): number | null {
  try {
    const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return found === undefined ? null : Number(found) / 1024;
  } catch {
    return null;
  }
}

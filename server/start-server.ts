import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app/build-app.ts';
import { builtDir, builtStarters } from './base/built-dir.ts';
import { toIso } from './base/clock.ts';
import { explainDataFolder, openDataFolder } from './base/data-folder/open-data-folder.ts';
import { openStorage } from './base/data-folder/storage.ts';
import { holdData, isCatalogueLost, rescueCatalogue } from './base/db/hold-data.ts';
import { openDataDatabase, requireAccounts } from './base/db/open-data-database.ts';
import { loadServerKey } from './base/keys.ts';
import type { Config } from './config.ts';
import { limits } from './contract/limits.ts';
import { createEmptyLibrary } from './library/empty-library.ts';
import { createLibrary } from './library/library.ts';
import { announceServer, refuseOtherLibrary } from './running-server.ts';
import { patiently } from './shared-accounts/postgres/patiently.ts';
import { createAwaitedHosts } from './sync/awaited-hosts.ts';
import { type Fetched, fetchCatalogue } from './sync/copy/fetch-catalogue.ts';
import { tellNetwork } from './tell-network.ts';

/** Accepts nothing new, lets running requests finish for ten seconds, then cuts them off. */
async function closeGracefully(http: FastifyInstance): Promise<void> {
  // Otherwise a kept-alive connection that was busy at the start of the shutdown would stay open while idle.
  const dropIdle = setInterval(() => http.server.closeIdleConnections(), 100);
  const dropAll = setTimeout(() => http.server.closeAllConnections(), limits.shutdown);
  await http.close();
  clearInterval(dropIdle);
  clearTimeout(dropAll);
}

const rendererDir = path.join(builtDir, 'renderer');

/** Connections that the system queues until they are accepted, so that a sudden crowd is not turned away. */
const backlog = 4096;
const anywhere = new Set(['0.0.0.0', '::']);

/** Opens the data folder: the database, its storage state, and the server's key. */
function openData({ dataDir, sharedAccounts }: Config) {
  const db = openDataDatabase(dataDir);
  return { db, storage: openStorage(db), key: sharedAccounts?.serverKey ?? loadServerKey(dataDir) };
}

function tellFetched(log: FastifyInstance['log'], { from, faults }: Fetched, seconds: number) {
  for (const fault of faults) log.warn({ event: 'catalogue-copy' }, fault);
  if (from !== null)
    log.info({ event: 'catalogue-copy', from, seconds }, 'Took the catalogue of another site.');
  else
    log.warn({ event: 'catalogue-copy' }, 'No site gave its catalogue, so the file hosts are read instead.');
}

/** `aside`: new path of the damaged catalogue. */
function tellLost(log: FastifyInstance['log'], aside: string | null) {
  const why = aside === null ? 'was not there' : `was damaged and is now ${aside}`;
  log.warn(
    { event: 'catalogue-file' },
    `catalogue.db ${why}, so it is being recreated: models are listed as they are read again. What people hold is unchanged.`,
  );
}

/** Starts everything and resolves once it listens, before the library is read. Logs to `logStream`, else to stdout. */
export async function startServer(config: Config, logStream?: NodeJS.WritableStream) {
  const clock = Date.now;
  const ownLibrary = config.role === 'site' ? null : config.libraryName;
  if (ownLibrary !== null) await refuseOtherLibrary(config.dataDir, ownLibrary);
  openDataFolder(config.dataDir, () => requireAccounts(config.dataDir));
  const aside = openDataFolder(config.dataDir, () => rescueCatalogue(config.dataDir, toIso(clock())));
  const { lock, work } = openDataFolder(config.dataDir, () => holdData(config.dataDir));
  const began = performance.now();
  const fetched = await fetchCatalogue({ ...config, work }).catch((error: unknown) => {
    throw explainDataFolder(config.dataDir, error);
  });
  const fetchedFor = Math.round(performance.now() - began) / 1000;
  const { db, storage, key, isLost } = openDataFolder(config.dataDir, () => {
    try {
      const isLost = isCatalogueLost(config.dataDir);
      return { ...openData(config), isLost };
    } catch (error) {
      work.release();
      lock.release();
      throw error;
    }
  });
  const library =
    config.role === 'site'
      ? createEmptyLibrary({ db, awaited: createAwaitedHosts({ config, db, clock, storage, work }) })
      : createLibrary({ config, db, clock, storage });
  const { http, admission, addresses, instance, setupCode, leave } = await buildApp({
    config,
    db,
    key,
    clock,
    readiness: library,
    storage,
    work,
    rendererDir,
    startersDir: builtStarters,
    ...(logStream && { logStream }),
  }).catch((error: unknown) => {
    throw explainDataFolder(config.dataDir, error);
  });

  const encrypted = await admission.listenLocally();
  if (encrypted !== null) addresses.setLocal(encrypted);
  await http.listen({ host: config.host, port: config.port, backlog });
  const bound = http.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  addresses.setPort(port);
  const name = config.host.includes(':') ? `[${config.host}]` : config.host;
  const localUrl = encrypted ?? `http://${anywhere.has(config.host) ? '127.0.0.1' : name}:${port}`;
  const { dataDir } = config;
  const note = { url: localUrl, instance, libraryDir: ownLibrary };
  const withdraw = openDataFolder(dataDir, () => announceServer(dataDir, note));
  for (const warning of config.warnings) http.log.warn({ event: 'settings' }, warning);
  if (fetched !== null) tellFetched(http.log, fetched, fetchedFor);
  if (isLost) tellLost(http.log, aside);
  http.log.info({ event: 'listening', baseUrl: addresses.base(), localUrl, dataDir, libraryDir: ownLibrary });
  const code = await patiently(setupCode);
  if (code !== null) {
    http.log.info(
      { event: 'set-up', setupCode: code, open: `${addresses.base()}/sign-in#setup=${code}` },
      'No account yet: the first becomes the admin. Open this address to make it; by hand, it needs the code.',
    );
  }
  let isStopping = false;
  const onScanFailed = (error: unknown) => {
    if (!isStopping) http.log.error({ event: 'scan-failed', err: error }, 'The library could not be read.');
  };
  if (!work.isOurs()) {
    http.log.info(
      { event: 'folder-work', isOurs: false },
      'Another process reads the library and follows hosts.',
    );
    work.whenOurs(() =>
      http.log.info({ event: 'folder-work', isOurs: true }, 'This process does so from now on.'),
    );
  }
  let stopTelling = async () => {};
  if (config.isAnnounced)
    work.whenOurs(() => {
      const { mdnsPort } = config.tuning;
      tellNetwork({ url: addresses.base(), log: http.log, mdnsPort }).then(
        (stop) => {
          if (isStopping) void stop();
          else stopTelling = stop;
        },
        (error: unknown) => http.log.warn({ event: 'mdns', err: error }, 'The local network is not told.'),
      );
    });
  let scanned: Promise<void> = Promise.resolve();
  work.whenOurs(() => {
    scanned = library.scan(http.log).then(() => {}, onScanFailed);
  });
  return {
    /** URL for this machine. */
    localUrl,
    /** Resolves after the first scan, successful or not; at once if another process scans. */
    scanned,
    async stop() {
      if (isStopping) return;
      isStopping = true;
      withdraw();
      await stopTelling();
      leave();
      await delay(config.drainMs);
      await closeGracefully(http);
      await library.close();
      work.release();
      await storage.close();
      db.close();
      lock.release();
    },
  };
}

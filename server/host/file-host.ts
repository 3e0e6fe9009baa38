import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../addresses.ts';
import { createHostUrls } from '../catalogue/host-urls.ts';
import { createModels } from '../catalogue/models.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open-database.ts';
import { createCapabilities } from '../downloads/capabilities.ts';
import { bindKeyRoutes } from '../http/bind.ts';
import type { Readiness } from '../http/status.ts';
import { createRequireSyncKey } from '../http/sync-key.ts';
import { createHostRows } from '../sync/host-rows.ts';
import { registerArchives } from './archive/archive-routes.ts';
import { createChangeFeed } from './feed/change-feed.ts';
import { createChangeWait } from './feed/change-wait.ts';
import { type HostIdentity, openHostIdentity } from './feed/host-identity.ts';
import { createSyncHandlers } from './feed/sync-handlers.ts';
import { registerFileRoutes, registerPublicFiles } from './file-routes.ts';
import { createFileStamps } from './file-stamps.ts';
import { createInventory } from './inventory.ts';
import { createLeafLists } from './leaves/leaf-lists.ts';
import { createLeafReader } from './leaves/leaf-reader.ts';
import { createLibraryFiles } from './library-files.ts';
import { createHandOff } from './serving/hand-off.ts';
import { createOpenFiles } from './serving/open-files.ts';
import { createFileSender } from './serving/send-file.ts';

type Parts = {
  readonly config: Config;
  readonly db: Db;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly readiness: Readiness;
};

/** The role of a file host: its library's files, their capabilities, and the change feed for the sites that follow it. */
export function createFileHost({ config, db, key, clock, addresses, readiness }: Parts) {
  const { role, syncKey, dataDir } = config;
  const models = createModels(db);
  const libraryFiles = createLibraryFiles(config.libraryDir, createFileStamps(db));
  const leafLists = createLeafLists(db);
  leafLists.sweep();
  const leafReader = createLeafReader({ leafLists, libraryFiles });
  const inventory = createInventory(db);
  const openFiles = createOpenFiles(libraryFiles);
  const sender = createFileSender({ openFiles, handOff: createHandOff(config) });
  const hostUrlOf = createHostUrls(db, config.hosts);
  const capabilities = createCapabilities({ key, syncKey, addresses, hostUrlOf, clock });
  const feed = createChangeFeed(db);
  const changeWait = createChangeWait(feed.head);
  let opened: HostIdentity | null = null;
  const identity = () => {
    opened ??= openHostIdentity({ db, dataDir, head: feed.head });
    return opened;
  };
  const startedAt = clock();
  const { isReady } = readiness;

  return {
    models,
    libraryFiles,
    capabilities,
    hostUrlOf,
    sender,
    register(http: FastifyInstance) {
      http.addHook('onClose', async () => {
        await Promise.all([openFiles.close(), leafReader.close()]);
      });
      registerPublicFiles(http, { models, capabilities, clock });
      if (role === 'site') return;
      registerArchives(http, { db, libraryDir: config.libraryDir, capabilities, clock });
      // What this server followed in another role is free for its own library.
      if (role === 'host') createHostRows(db).list([]);
      registerFileRoutes(http, { inventory, sender, leafReader, capabilities });
      if (syncKey !== null) identity();
      http.addHook('preClose', async () => changeWait.close());
      const handlers = createSyncHandlers({
        feed,
        identity,
        changeWait,
        models,
        addresses,
        startedAt,
        isReady,
      });
      bindKeyRoutes(http, handlers, createRequireSyncKey(syncKey));
    },
  };
}

import type { FastifyInstance } from 'fastify';
import type { Core } from '../base/core.ts';
import { bindKeyRoutes } from '../base/http/bind.ts';
import type { Readiness } from '../base/http/status.ts';
import { createRequireSyncKey } from '../base/http/sync-key.ts';
import type { HostHealth } from '../catalogue/model/host-health.ts';
import { createModelHosts } from '../catalogue/model/model-hosts.ts';
import { createModels } from '../catalogue/model/models.ts';
import { registerArchives } from '../files/archive/archive-routes.ts';
import { openBucketFiles } from '../files/bucket/bucket-files.ts';
import { createCapabilities } from '../files/capabilities.ts';
import { createChunkLists } from '../files/chunks/chunk-lists.ts';
import { createChunkReader } from '../files/chunks/chunk-reader.ts';
import { createEdgePermits } from '../files/edge-permits.ts';
import { registerFileRoutes, registerPublicFiles } from '../files/file-routes.ts';
import { createFileStamps } from '../files/file-stamps.ts';
import { createHandOff } from '../files/hand-off.ts';
import { createInventory } from '../files/inventory.ts';
import { openLibraryFiles } from '../files/library-files.ts';
import { createLibraryPlaces } from '../files/library-places.ts';
import { createOpenFiles } from '../files/serving/open-files.ts';
import { createFileSender } from '../files/serving/send-file.ts';
import { createChangeFeed } from '../sync/feed/change-feed.ts';
import { createChangeWait } from '../sync/feed/change-wait.ts';
import { type HostIdentity, openHostIdentity } from '../sync/feed/host-identity.ts';
import { createSyncHandlers } from '../sync/feed/sync-handlers.ts';
import { createHostRows } from '../sync/host-rows.ts';

type Parts = Pick<Core, 'config' | 'db' | 'clock' | 'addresses' | 'storage'> & {
  readonly key: Buffer;
  readonly readiness: Readiness;
  readonly hostHealth: HostHealth;
  /** Called with the number of bytes sent from model files and archives. */
  readonly onSent: (bytes: number) => void;
  /** What following sites can see. */
  readonly sightOfSites: Parameters<typeof createChangeFeed>[1];
  /** Whether a token can still open the file. */
  readonly isTokenAlive: Parameters<typeof createCapabilities>[0]['isTokenAlive'];
};

/** The file host role: the library's files, their capabilities, and the change feed for following sites. */
export function createFileHost(parts: Parts) {
  const { config, db, key, clock, addresses, readiness, storage, isTokenAlive, onSent } = parts;
  const { role, syncKey, dataDir } = config;
  const models = createModels(db);
  const places = createLibraryPlaces({ db, ...config });
  const stamps = createFileStamps(db);
  const { bucket } = config;
  const bucketFiles = bucket && openBucketFiles({ settings: bucket, places, stamps });
  const onDisk = openLibraryFiles({ db, places, stamps, clock });
  const libraryFiles = bucketFiles?.over(onDisk) ?? onDisk;
  const chunkLists = createChunkLists(db);
  chunkLists.sweep();
  const chunkReader = createChunkReader({ chunkLists, libraryFiles });
  const inventory = createInventory(db);
  const openOnDisk = createOpenFiles(onDisk);
  const openFiles = bucketFiles?.overOpen(openOnDisk) ?? openOnDisk;
  const handOff = createHandOff({ config, places, bucketFiles });
  const sender = createFileSender({ openFiles, handOff, onSent });
  const hosts = createModelHosts(db, config.hosts, parts.hostHealth);
  const { hostUrlOf } = hosts;
  const { supportOf } = inventory;
  const edge = config.edgeKey === null ? null : createEdgePermits(config.edgeKey, clock);
  const keys = { key, syncKey, edge };
  const capabilities = createCapabilities({ ...keys, addresses, hostUrlOf, clock, isTokenAlive, supportOf });
  const feed = createChangeFeed(db, parts.sightOfSites);
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
    hosts,
    sender,
    register(http: FastifyInstance) {
      http.addHook('onClose', async () => {
        await Promise.all([openFiles.close(), chunkReader.close()]);
        bucketFiles?.close();
      });
      registerPublicFiles(http, { models, capabilities, clock });
      if (role === 'site') return;
      registerArchives(http, { db, places, libraryFiles: onDisk, bucketFiles, capabilities, clock, onSent });
      // Forgets hosts that this server followed in another role, so that its own library can take over their models.
      if (role === 'host') createHostRows(db).list([]);
      registerFileRoutes(http, { inventory, sender, chunkReader, capabilities });
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
      bindKeyRoutes(http, handlers, { requireKey: createRequireSyncKey(syncKey), storage });
    },
  };
}

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open-database.ts';
import { createCatalogueWriter } from '../host/scan/catalogue-writer.ts';
import { createProblems } from '../host/scan/problems.ts';
import { createApplyChange } from './apply-change.ts';
import { type FollowTimes, followHost } from './follow-host.ts';
import { createHostClient } from './host-client.ts';
import { createHostRows } from './host-rows.ts';
import { createProductRows } from './product-rows.ts';
import { createReadHost, type ReadTimes } from './read-host.ts';
import { createRemoveOrphans } from './remove-orphans.ts';

export type SyncTimes = ReadTimes & FollowTimes;

/** Every wait together stays under ten seconds, within which a site follows a change. */
export const syncTimes: SyncTimes = {
  wait: 5_000,
  idle: 1_000,
  retry: 30_000,
  compare: 5 * 60_000,
  firstPause: 250,
  longestPause: 8_000,
  probe: 2_000,
  hurry: 1_000,
};

export type Following = {
  /** Whether the file host with a model answers now; one that is no longer followed does not. */
  isUp(host: number): Promise<boolean>;
};

type Parts = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  /** Called after changes of the catalogue were committed. */
  readonly onChange: () => Promise<void>;
  readonly times?: Partial<SyncTimes> | undefined;
};

/** The site's side of following file hosts: each by itself, while the server listens. */
export function startFollowing(http: FastifyInstance, parts: Parts): Following {
  const { log } = http;
  const { config, db, clock } = parts;
  const onChange = () => {
    parts.onChange().catch((error: unknown) => {
      log.error({ event: 'search-index', err: error }, 'What file hosts changed is not searchable yet.');
    });
  };
  const times = { ...syncTimes, ...parts.times };
  const rows = createHostRows(db);
  const products = createProductRows(db);
  const problems = createProblems(db);
  const writer = createCatalogueWriter(db, clock);
  const isLibraryFree = config.role === 'site';
  const apply = createApplyChange({ db, writer, products, problems, clock, isLibraryFree });
  const removeOrphans = createRemoveOrphans({
    db,
    writer,
    withLibrary: isLibraryFree && config.hosts.length > 0,
  });
  const onDone = () => {
    if (removeOrphans()) onChange();
  };
  const { syncKey, defaultPriceCents } = config;
  const hosts = rows.list(config.hosts).map(({ id, url }) => {
    const client = createHostClient({ url, key: syncKey ?? '' });
    const shared = { db, rows, products, problems, apply, clock, defaultPriceCents, times };
    const turn = createReadHost({ ...shared, id, client });
    return followHost({ id, url, client, turn, problems, clock, log, times, onChange, onDone });
  });

  http.addHook('onListen', async () => {
    if (hosts.length === 0) onDone();
    for (const host of hosts) host.start();
  });
  http.addHook('preClose', async () => {
    await Promise.all(hosts.map((host) => host.close()));
  });
  return { isUp: async (id) => hosts.find((host) => host.id === id)?.isUp() ?? false };
}

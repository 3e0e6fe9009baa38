import type { FastifyInstance } from 'fastify';
import type { Core } from '../base/core.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import type { HostHealth } from '../catalogue/model/host-health.ts';
import { createCatalogueWriter } from '../catalogue/write/catalogue-writer.ts';
import { createProblems } from '../catalogue/write/problems.ts';
import { createApplyChange } from './apply-change.ts';
import { followHost } from './follow-host.ts';
import { createHostClient, type HostClient } from './host-client.ts';
import { createHostRows } from './host-rows.ts';
import { createLetGo } from './let-go.ts';
import { createProductRows } from './product-rows.ts';
import { createReadHost } from './read-host.ts';
import { createRemoveOrphans } from './remove-orphans.ts';

type Parts = Pick<Core, 'config' | 'db' | 'clock' | 'work'> & {
  readonly storage: Pick<Storage, 'refusal' | 'explain'>;
  readonly health: HostHealth;
  readonly onChange: () => Promise<void>;
};

/** Reports how long the host took for each status, in milliseconds. */
const withTimes = (client: HostClient, onTime: (milliseconds: number) => void): HostClient => ({
  ...client,
  async status(...ask) {
    const began = performance.now();
    const answer = await client.status(...ask);
    onTime(performance.now() - began);
    return answer;
  },
});

/** Follows each host while the server listens, in one process per data folder; others read the database. */
export function startFollowing(http: FastifyInstance, parts: Parts) {
  const { log } = http;
  const { config, db, clock, storage, work, health } = parts;
  const onChange = () => {
    parts.onChange().catch((error: unknown) => {
      log.error({ event: 'search-index', err: error }, 'What file hosts changed is not searchable yet.');
    });
  };
  const times = config.tuning.sync;
  const rows = createHostRows(db);
  const products = createProductRows(db);
  const problems = createProblems(db);
  const writer = createCatalogueWriter(db, clock);
  const isLibraryFree = config.role === 'site';
  const listed = rows.list(config.hosts);
  const placeOf = (host: number) => listed.findIndex(({ id }) => id === host);
  const letGo = createLetGo({ writer, products, placeOf });
  const apply = createApplyChange({
    ...{ db, writer, products, problems, clock, letGo, placeOf, isLibraryFree },
  });
  const removeOrphans = createRemoveOrphans({
    ...{ db, writer, products, letGo },
    withLibrary: isLibraryFree && config.hosts.length > 0,
  });
  const onDone = () => {
    if (removeOrphans()) onChange();
  };
  const { syncKey, defaultPriceCents } = config;
  const hosts = listed.map(({ id, url }) => {
    const client = withTimes(createHostClient({ url, key: syncKey ?? '' }), (ms) => health.timed(id, ms));
    const shared = { db, rows, products, problems, apply, clock, defaultPriceCents, times };
    const turn = createReadHost({ ...shared, id, client });
    const onHealth = (isUp: boolean) => health.note(id, isUp);
    return followHost({
      ...{ id, url, client, turn, problems, clock, storage, log, times, onChange, onDone, onHealth },
    });
  });

  http.addHook('onListen', async () => {
    work.whenOurs(() => {
      if (hosts.length === 0) onDone();
      for (const host of hosts) host.start();
    });
  });
  http.addHook('preClose', async () => {
    await Promise.all(hosts.map((host) => host.close()));
  });
  return {
    /** Whether the file host of a model answers now; false if the host is no longer followed. */
    isUp: async (id: number) => hosts.find((host) => host.id === id)?.isUp() ?? false,
    /** How far this process follows each host; empty while another process does. */
    states: () => hosts.flatMap((host) => host.state() ?? []),
  };
}

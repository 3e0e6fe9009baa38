import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { Addresses } from '../base/http/addresses.ts';
import type { Handlers } from '../base/http/bind.ts';
import type { Config } from '../config.ts';
import type { RouteName } from '../contract/index.ts';
import { registerManifests } from './manifests.ts';
import { createStarterAdmin } from './starter-admin.ts';
import { registerStarterFiles } from './starter-files.ts';
import type { StarterPins } from './starter-pins.ts';

type Parts = {
  readonly pins: StarterPins;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly config: Pick<Config, 'dataDir'>;
  readonly startersDir: string;
};
type Names = Extract<RouteName, 'starters' | 'pinStarter' | 'unpinStarter'>;

/** Where a server keeps the versions of the starters. */
export const keptStarters = (dataDir: string) => path.join(dataDir, 'starters');

/** The plugin starters, their update feeds and the guides for people who write their own. */
export function createStarterFeature({ config, pins, clock, addresses, startersDir }: Parts) {
  const keptDir = keptStarters(config.dataDir);
  const { store, admin } = createStarterAdmin({ pins, clock, builtDir: startersDir, keptDir });
  const handlers: Pick<Handlers, Names> = {
    starters: () => ({ ok: true, starters: admin.list() }),
    pinStarter: async ({ params, body, caller }) => ({
      ok: true,
      starter: await admin.pin(params.family, body.version, caller.accountId),
    }),
    unpinStarter: async ({ params, caller }) => ({
      ok: true,
      starter: await admin.unpin(params.family, caller.accountId),
    }),
  };
  return {
    handlers,
    register(http: FastifyInstance) {
      registerStarterFiles(http, store);
      registerManifests(http, addresses);
    },
  };
}

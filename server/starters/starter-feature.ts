import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../base/core.ts';
import type { Addresses } from '../base/http/addresses.ts';
import type { Handlers } from '../base/http/bind.ts';
import { renderOpenApi } from '../base/http/docs.ts';
import { sendAsset } from '../base/http/send-asset.ts';
import type { Config } from '../config.ts';
import type { RouteName } from '../contract/index.ts';
import { guides, manifests } from './manifest-list.ts';
import { createStarterAdmin } from './starter-admin.ts';
import { registerStarterFiles } from './starter-files.ts';
import type { StarterPins } from './starter-pins.ts';

/** Beside this file, and beside the built server too. */
const guidesDir = path.join(import.meta.dirname, 'guides');

function registerManifests(app: FastifyInstance, addresses: Addresses) {
  for (const [name, manifest] of Object.entries(manifests))
    app.get(`/assets/manifests/${name}`, async (request, reply) =>
      sendAsset({ request, reply }, name, Buffer.from(renderOpenApi(addresses.base(), manifest))),
    );
  for (const name of guides)
    app.get(`/assets/manifests/${name}`, async (request, reply) =>
      sendAsset({ request, reply }, name, await readFile(path.join(guidesDir, name))),
    );
}

type Parts = Pick<Core, 'clock' | 'addresses'> & {
  readonly pins: StarterPins;
  readonly config: Pick<Config, 'dataDir'>;
  readonly startersDir: string;
};
type Names = Extract<RouteName, 'starters' | 'pinStarter' | 'unpinStarter'>;

/** Folder of the plugins' versions that a server keeps. */
export const keptStarters = (dataDir: string) => path.join(dataDir, 'starters');

/** The plugins, their update feeds, and the guides for authors of their own. */
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

import type { FastifyRequest } from 'fastify';
import type { createDiscovery } from '../catalogue/discovery.ts';
import { createFindModel } from '../site/describe-page.ts';
import { createFirstLook } from '../site/first-look.ts';
import { registerPages } from '../site/pages.ts';
import { registerUpdates } from '../updates/register-updates.ts';
import { updatesFolder } from '../updates/release-store.ts';
import type { Kernel } from './kernel.ts';

type Parts = {
  readonly discovery: ReturnType<typeof createDiscovery>;
  /** Whether a request may not see the catalogue. */
  readonly isStranger: (request: FastifyRequest) => boolean;
};

/** The web pages, with the first listing or the model already in their HTML, and the app's updates. */
export async function registerSitePages(kernel: Kernel, { discovery, isStranger }: Parts): Promise<void> {
  const { config, http, addresses, rendererDir } = kernel;
  registerUpdates(http, updatesFolder(config.dataDir));
  await registerPages(http, {
    rendererDir,
    root: addresses.root,
    hasPrices: config.defaultPriceCents !== null,
    fileAddresses: () => [addresses.base(), addresses.worker(), ...config.hosts],
    isStranger,
    findModel: createFindModel(discovery.catalogue.details),
    firstLook: createFirstLook(discovery.catalogue, discovery.state),
  });
}

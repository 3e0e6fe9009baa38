import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../base/http/bind.ts';
import { isReadyAnswer } from '../base/http/ready-answer.ts';
import type { createDiscovery } from '../catalogue/discovery.ts';
import type { createPosters } from '../posters/posters.ts';
import { createProjectFeature } from '../projects/project-feature.ts';
import { createShareFeature } from '../share/share-feature.ts';
import { createFindModel } from '../site/describe-page.ts';
import { createFirstLook } from '../site/first-look.ts';
import { registerPages } from '../site/pages.ts';
import { createSourceHandlers } from '../sources/source-handlers.ts';
import { createSources } from '../sources/sources.ts';
import { registerUpdates } from '../updates/register-updates.ts';
import { updatesFolder } from '../updates/release-store.ts';
import type { Kernel } from './kernel.ts';

type Parts = {
  readonly discovery: ReturnType<typeof createDiscovery>;
  readonly isStranger: (request: FastifyRequest) => boolean;
};

/** Registers the web pages, with the first listing or the model embedded in their HTML, and the app's updates. */
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

type ShareParts = Pick<
  Parameters<typeof createShareFeature>[1],
  'store' | 'capabilities' | 'rates' | 'sightOf'
> & {
  readonly discovery: ReturnType<typeof createDiscovery>;
  readonly posters: Pick<ReturnType<typeof createPosters>, 'permit'>;
};

type ProjectParts = Omit<Parameters<typeof createProjectFeature>[1], keyof Kernel>;

export const openProjects = (kernel: Kernel, parts: ProjectParts) =>
  createProjectFeature(kernel.http, { ...kernel, ...parts });

/** Links that show a model or collection to people without an account. */
export const openShares = (kernel: Kernel, { discovery, posters: { permit }, ...parts }: ShareParts) =>
  createShareFeature(kernel.http, { ...kernel, ...parts, permit, details: discovery.catalogue.details });

type SourceParts = Pick<Parameters<typeof createSources>[0], 'store'> & {
  readonly own: Pick<Handlers, 'search' | 'catalogueStatus'>;
};

/** Other catalogues, whose models searches can add to ours. */
export function openSources({ config, clock, addresses }: Kernel, { store, own }: SourceParts) {
  const sources = createSources({ config, clock, store, contact: addresses.base });
  const catalogueStatus: Handlers['catalogueStatus'] = async (request) => {
    const status = await own.catalogueStatus(request);
    return isReadyAnswer(status) ? status : { ...status, hasSources: await sources.hasSome() };
  };
  const handlers = { ...createSourceHandlers(sources, own.search), catalogueStatus };
  const { search } = config.sources.length > 0 ? handlers : own;
  return { sources, handlers: { ...handlers, search } };
}

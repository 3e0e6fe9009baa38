import type { FastifyRequest } from 'fastify';
import type { createAccountFeature } from '../accounts/account-feature.ts';
import { enterSights, type Rights } from '../accounts/rights/rights.ts';
import { keepCataloguePrivate } from '../base/http/private-catalogue.ts';
import { registerHealth } from '../base/http/status.ts';
import { isSightNarrow } from '../base/sight.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import { startAssets } from '../blender-library/make/start-assets.ts';
import { registerBlenderLibrary } from '../blender-library/register-blender-library.ts';
import { createDiscovery } from '../catalogue/discovery.ts';
import { startLevels } from '../derive/levels.ts';
import { startShapes } from '../library/duplicates/find-shapes.ts';
import type { createPosters } from '../posters/posters.ts';
import { registerCopy } from '../sync/copy/copy-route.ts';
import { startFollowing } from '../sync/following.ts';
import type { createFileHost } from './file-host.ts';
import type { Kernel } from './kernel.ts';

type Parts = {
  readonly fileHost: ReturnType<typeof createFileHost>;
  readonly posters: ReturnType<typeof createPosters>;
  readonly authenticate: ReturnType<typeof createAccountFeature>['authenticate'];
  readonly store: AccountStore;
  readonly unlocks: Unlocks;
  readonly rights: Rights;
};

/** The searchable catalogue: access, sources, and what is made from its models. */
export function openSiteCatalogue(
  kernel: Kernel,
  { fileHost, posters, authenticate, store, unlocks, rights }: Parts,
) {
  const { config, db, clock, http, addresses, instance, readiness, storage, leaving, hostHealth } = kernel;
  const { isPrivate } = config;
  const { mustYield, warning } = posters;
  // Sites that share the accounts know the rights themselves; all others get what anonymous callers see.
  const isOfSite = ({ url }: FastifyRequest) =>
    config.sharedAccounts !== null && url.startsWith('/api-sync/');
  const isTrusted = (request: FastifyRequest) => posters.isPermitted(request) || isOfSite(request);
  enterSights(http, { rights, authenticate, isTrusted });
  const discovery = createDiscovery({
    ...{ ...kernel, ...posters, models: fileHost.models, addresses, log: http.log },
  });
  const { apply, isSearchable } = discovery;
  const isKnown = (request: FastifyRequest) => authenticate(request) !== null;
  const mayTell = (request: FastifyRequest) => (!isPrivate || isKnown(request)) && !isSightNarrow();
  registerHealth(http, { instance, readiness, storage, isSearchable, warning, ...leaving, mayTell });
  if (isPrivate) keepCataloguePrivate(http, (request) => isKnown(request) || posters.isPermitted(request));
  readiness.onChange(apply);
  posters.onChange(apply);
  const levels = startLevels(http, { ...fileHost, ...kernel, mustYield }, apply);
  http.addHook('onClose', discovery.close);
  if (config.role === 'site' && config.syncKey !== null) registerCopy(http, { db, config });
  const followed = { config, db, clock, storage, work: kernel.work, health: hostHealth };
  const following = startFollowing(http, { ...followed, onChange: apply });
  kernel.metrics?.register({ ...kernel, store, isSearchable, hosts: following.states });
  registerBlenderLibrary(http, {
    ...{ db, addresses, sender: fileHost.sender, isPrivate, authenticate, unlocks },
  });
  startShapes(http, { ...fileHost, ...kernel, mustYield });
  startAssets(http, { ...fileHost, ...kernel, mustYield, readPoster: posters.read });
  return { discovery, levels, following };
}

import type { FastifyRequest } from 'fastify';
import { createAccountFeature } from '../accounts/account-feature.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { registerOauth } from '../accounts/sign-in/oauth/register-oauth.ts';
import { createPasswords, type Passwords } from '../accounts/sign-in/passwords.ts';
import { createAdminFeature } from '../admin/admin-feature.ts';
import { bindRoutes } from '../base/http/bind.ts';
import { createRouteRates } from '../base/http/route-rates.ts';
import { registerManifest } from '../base/http/status.ts';
import { keepTraffic } from '../base/traffic.ts';
import { registerBrowserDownloads } from '../downloads/browser-routes.ts';
import { countDownloads } from '../downloads/count-downloads.ts';
import { createFileCheck } from '../downloads/file-check.ts';
import { createDownloadHandlers } from '../downloads/handlers.ts';
import { createResolveDownload } from '../downloads/resolve-download.ts';
import { registerViewerFiles } from '../downloads/viewer-routes.ts';
import { createLibraryAdmin } from '../library/corrections/library-admin.ts';
import { createLibraryHandlers } from '../library/corrections/library-handlers.ts';
import { createModelsAdmin } from '../library/corrections/models-admin.ts';
import { registerMcp } from '../mcp/register-mcp.ts';
import type { createPosters } from '../posters/posters.ts';
import { createIsPublisherOf } from '../publish/is-publisher-of.ts';
import { createPublishFeature } from '../publish/publish-feature.ts';
import { patiently } from '../shared-accounts/postgres/patiently.ts';
import { createStarterFeature } from '../starters/starter-feature.ts';
import { createSharedStarterPins, createStarterPins } from '../starters/starter-pins.ts';
import type { createFileHost } from './file-host.ts';
import type { Kernel } from './kernel.ts';
import { openSiteCatalogue } from './site-catalogue.ts';
import { openProjects, openShares, openSources, registerSitePages } from './site-pages.ts';

type Rooms = {
  readonly fileHost: ReturnType<typeof createFileHost>;
  readonly posters: ReturnType<typeof createPosters>;
  readonly accounts: Accounts;
};

type CompanyParts = Pick<ReturnType<typeof createAccountFeature>, 'startSession'> & {
  readonly rates: ReturnType<typeof createRouteRates>;
  readonly passwords: Passwords;
  readonly store: Accounts['store'];
};

/** Sign-in through the company; loads its code only if a provider is set. */
async function openCompany(kernel: Kernel, parts: CompanyParts) {
  const { company } = kernel.config;
  if (company === null) return;
  const { registerCompany } = await import('../accounts/sign-in/company/register-company.ts');
  registerCompany(kernel.http, { ...kernel, ...parts, company });
}

async function openStarters({ config, db, clock, addresses, startersDir }: Kernel, accounts: Accounts) {
  const { store } = accounts;
  const onChange = (listener: () => void) => accounts.onChange('pins', listener);
  const pins = config.sharedAccounts
    ? await patiently(() => createSharedStarterPins({ store, onChange }))
    : createStarterPins(db, store);
  return createStarterFeature({ config, pins, clock, addresses, startersDir });
}

/** Everything that needs accounts: search, purchases, publishing, administration, agents and pages. */
export async function registerSite(kernel: Kernel, { fileHost, posters, accounts: kept }: Rooms) {
  const { config, db, longQueries, clock, http, addresses, readiness, storage, traffic } = kernel;
  const { store, callers, unlocks, plans } = kept;
  const { models, capabilities } = fileHost;
  const { passwords = createPasswords() } = kernel;
  const accounts = createAccountFeature({ ...kernel, accounts: kept, passwords });
  const { sessions, authenticate } = accounts;
  kernel.admission.identifyBy(accounts.identify);
  const { rights } = kept;
  const { directLimit } = config.tuning;
  const rates = createRouteRates(clock, {
    overrides: directLimit === null ? {} : { direct: directLimit },
    openShared: kept.openAddressLimiter,
  });
  const { discovery, levels, following } = openSiteCatalogue(kernel, {
    ...{ fileHost, posters, authenticate, store, unlocks, rights },
  });
  const hosts = { ...following, ...fileHost.hosts };
  const fileCheck = createFileCheck({ ...fileHost, hosts, clock, patience: config.tuning.sync.offer });
  const show = createResolveDownload({ models, unlocks, plans, fileCheck, clock });
  const resolveDownload = countDownloads(show, traffic);
  keepTraffic(http, traffic);
  const starters = await openStarters(kernel, kept);
  registerManifest(http, addresses);
  starters.register(http);
  const hasLibrary = config.sharedAccounts === null;
  const isPublisherOf = createIsPublisherOf(db);
  const { reread } = readiness;
  const libraryAdmin = createLibraryAdmin({
    ...{ config, db, longQueries, clock, hasLibrary, levels },
    ...readiness,
  });
  const modelsAdmin = createModelsAdmin({
    ...{ db, longQueries, clock, reread, hasLibrary, root: addresses.root },
    ...{ redrawPosters: posters.redraw, remakeLevels: levels.remake },
  });
  const mayChangePoster = (guid: string, { role, accountId }: { role: string; accountId: string }) =>
    role === 'admin' || isPublisherOf(guid, accountId);
  const others = openSources(kernel, { store, own: discovery.handlers });
  bindRoutes(
    http,
    {
      ...discovery.handlers,
      ...others.handlers,
      ...accounts.handlers,
      ...posters.register(http, sessions, mayChangePoster),
      ...createAdminFeature({ ...kernel, store, rights, passwords, synonyms: discovery.synonyms }),
      ...createLibraryHandlers(kernel, libraryAdmin, modelsAdmin),
      ...createPublishFeature(http, { ...kernel, reread, unlocks, authenticate, sessions, rates }),
      ...openProjects(kernel, { models, store, authenticate, rates }),
      ...openShares(kernel, { discovery, posters, store, ...rights, capabilities, rates }),
      ...starters.handlers,
      ...createDownloadHandlers({ models, unlocks, capabilities, resolveDownload, fileCheck, addresses }),
    },
    { authenticate, sessions, answers: discovery.answers, rates, storage },
  );
  const { isPrivate, corsOrigins } = config;
  registerBrowserDownloads(http, { sessions, resolveDownload, capabilities, rates, isPrivate });
  registerViewerFiles(http, { models, sessions, authenticate, resolveDownload: show, capabilities });
  await registerMcp(http, {
    ...{ catalogue: discovery.catalogue, readPoster: posters.show, callers, resolveDownload, ...rights },
    readPreview: posters.readPreview,
    ...{ unlocks, store, hasPrices: config.defaultPriceCents !== null },
    ...{ capabilities, addresses, corsOrigins, clock, storage, sources: others.sources },
  });
  await registerOauth(http, { ...accounts, addresses, rates, clock, storage });
  await openCompany(kernel, { ...accounts, store, passwords, rates });
  const isStranger = (request: FastifyRequest) => isPrivate && sessions.read(request) === null;
  await registerSitePages(kernel, { discovery, isStranger });
  return { store, setupCode: accounts.setupCode };
}

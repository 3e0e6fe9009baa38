import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { createTokenLife } from './accounts/access/token-life.ts';
import { createAccountFeature } from './accounts/account-feature.ts';
import { type AccountParts, type Accounts, openLocalAccounts } from './accounts/accounts.ts';
import { requireHere } from './accounts/data/moved-accounts.ts';
import { registerOauth } from './accounts/sign-in/oauth/register-oauth.ts';
import { createPasswords, type Passwords } from './accounts/sign-in/passwords.ts';
import { createAdminFeature } from './admin/admin-feature.ts';
import type { Metrics } from './admin/metrics/register-metrics.ts';
import type { Clock } from './base/clock.ts';
import type { Db } from './base/db/open-database.ts';
import { type Addresses, createAddresses } from './base/http/addresses.ts';
import { type Admission, createAdmission } from './base/http/admission/admission.ts';
import { bindRoutes } from './base/http/bind.ts';
import { handleErrors, handleNotFound } from './base/http/errors.ts';
import { createLeaving, fastifyOptions, guardHost, hardenHttp } from './base/http/harden.ts';
import { keepCataloguePrivate } from './base/http/private-catalogue.ts';
import { createRouteRates } from './base/http/route-rates.ts';
import { type Readiness, registerHealth, registerManifest } from './base/http/status.ts';
import { redirectBelow } from './base/http/sub-path.ts';
import { patiently } from './base/postgres/patiently.ts';
import type { FolderWork } from './base/storage/folder-work.ts';
import type { Storage } from './base/storage/storage.ts';
import type { AccountStore } from './base/store/account-store.ts';
import { createTraffic, keepTraffic } from './base/traffic.ts';
import { startAssets } from './blender-library/make/start-assets.ts';
import { registerBlenderLibrary } from './blender-library/register-blender-library.ts';
import { createDiscovery } from './catalogue/discovery.ts';
import { createHostHealth } from './catalogue/model/host-health.ts';
import type { Config } from './config.ts';
import { startLevels } from './derive/levels.ts';
import { registerBrowserDownloads } from './downloads/browser-routes.ts';
import { countDownloads } from './downloads/count-downloads.ts';
import { createFileCheck } from './downloads/file-check.ts';
import { createDownloadHandlers } from './downloads/handlers.ts';
import { createResolveDownload } from './downloads/resolve-download.ts';
import { registerViewerFiles } from './downloads/viewer-routes.ts';
import { createFileHost } from './file-host.ts';
import { createLibraryAdmin } from './library/corrections/library-admin.ts';
import { createLibraryHandlers } from './library/corrections/library-handlers.ts';
import { createModelsAdmin } from './library/corrections/models-admin.ts';
import type { Library } from './library/library.ts';
import { registerMcp } from './mcp/register-mcp.ts';
import { createPosters } from './posters/posters.ts';
import { createIsPublisherOf } from './publish/is-publisher-of.ts';
import { createPublishFeature } from './publish/publish-feature.ts';
import { createFindModel } from './site/describe-page.ts';
import { createFirstLook } from './site/first-look.ts';
import { registerAssets, registerPages } from './site/pages.ts';
import { createStarterFeature } from './starters/starter-feature.ts';
import { createSharedStarterPins, createStarterPins } from './starters/starter-pins.ts';
import { registerCopy } from './sync/copy/copy-route.ts';
import { startFollowing } from './sync/following.ts';
import { registerUpdates } from './updates/register-updates.ts';
import { updatesFolder } from './updates/release-store.ts';

/** What a server is built from. */
type AppParts = {
  readonly config: Config;
  readonly db: Db;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly readiness: Readiness & Pick<Library, 'reread' | 'rescan' | 'state'>;
  /** Whether the data folder takes changes; started once everything is built. */
  readonly storage: Storage;
  /** What of the data folder only one process does. */
  readonly work: FolderWork;
  /** Folder of the built pages. */
  readonly rendererDir: string;
  /** Folder of the built plugin starters. */
  readonly startersDir: string;
  readonly logStream?: NodeJS.WritableStream;
  /** The usual ones when absent. */
  readonly passwords?: Passwords;
};

type App = {
  readonly http: FastifyInstance;
  readonly admission: Admission;
  readonly addresses: Addresses;
  /** Where accounts are kept; null for a file host. */
  readonly store: AccountStore | null;
  /** The code that the first account needs from elsewhere; null once there is an account. */
  readonly setupCode: () => Promise<string | null>;
  /** Says from now on that this server goes: it answers as usual, and /readyz sends a load balancer elsewhere. */
  readonly leave: () => void;
};

/** Without a key nothing is measured, nor loaded for it. */
async function measure(
  http: FastifyInstance,
  admission: Admission,
  key: string | null,
): Promise<Metrics | null> {
  if (key === null) return null;
  const { createMetrics } = await import('./admin/metrics/register-metrics.ts');
  return createMetrics(http, admission, key);
}

/** Where this server keeps accounts; what a shared database needs is loaded for it alone. */
async function openAccounts({ sharedAccounts }: Config, parts: AccountParts): Promise<Accounts> {
  if (sharedAccounts === null) {
    const local = openLocalAccounts(parts);
    await requireHere(local.store, 'this data folder');
    return local;
  }
  const { openSharedAccounts } = await import('./accounts/shared/open-shared-accounts.ts');
  return openSharedAccounts(sharedAccounts.url, parts);
}

/** Every feature of the server, in the order a request may meet them. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, db, key, clock, readiness, storage } = parts;
  const admission = createAdmission(config);
  const http = Fastify(
    fastifyOptions({ config, admission, makeId: () => randomUUID(), stream: parts.logStream }),
  );
  admission.attach(http);
  const addresses = createAddresses(config);
  const leaving = createLeaving(http);
  const { isPrivate } = config;
  hardenHttp(http, { ...config, logsRequests: config.logLevel === 'debug', leaving });
  redirectBelow(http, addresses.root);
  guardHost(http, { addresses, hostNames: config.hostNames });
  handleErrors(http, storage);
  const metrics = await measure(http, admission, config.metricsKey);
  const kept =
    config.role === 'host' ? null : await openAccounts(config, { db, clock, log: http.log, storage });
  if (kept) http.addHook('onClose', kept.close);
  kept?.attach(http);
  const isTokenAlive = kept?.isTokenAlive ?? createTokenLife(db, clock);
  const hostHealth = createHostHealth();
  const traffic = createTraffic(db, clock, () => storage.refusal() === null);
  const { countSent: onSent } = traffic;
  const fileHost = createFileHost({ ...parts, addresses, hostHealth, isTokenAlive, onSent });
  fileHost.register(http);
  const { models, capabilities } = fileHost;
  const posters = createPosters({ ...fileHost, ...parts, addresses });
  const { mustYield } = posters;
  if (kept === null) {
    startLevels(http, { ...fileHost, ...parts, mustYield }, async () => {});
    const mayTell = () => !isPrivate;
    registerHealth(http, { readiness, storage, warning: posters.warning, ...leaving, mayTell });
    metrics?.register({ ...parts, store: null, hosts: () => [] });
    if (isPrivate) keepCataloguePrivate(http, posters.isPermitted);
    posters.register(http, null, () => false);
    await registerAssets(http, parts.rendererDir);
    handleNotFound(http);
    storage.start(http.log);
    return { http, admission, addresses, store: null, setupCode: async () => null, leave: leaving.leave };
  }

  const { store, callers, unlocks, plans } = kept;
  const { passwords = createPasswords() } = parts;
  const accounts = createAccountFeature({ config, db, key, clock, addresses, accounts: kept, passwords });
  const { sessions } = accounts;
  admission.identifyBy(accounts.identify);
  const { directLimit } = config.tuning;
  const rates = createRouteRates(clock, {
    overrides: directLimit === null ? {} : { direct: directLimit },
    openShared: kept.openAddressLimiter,
  });
  const discovery = createDiscovery({ ...parts, ...posters, models, addresses, log: http.log });
  const isKnown = (request: FastifyRequest) => accounts.authenticate(request) !== null;
  const mayTell = (request: FastifyRequest) => !isPrivate || isKnown(request);
  const { isSearchable } = discovery;
  const { warning } = posters;
  registerHealth(http, { readiness, storage, isSearchable, warning, ...leaving, mayTell });
  if (isPrivate) keepCataloguePrivate(http, (request) => isKnown(request) || posters.isPermitted(request));
  readiness.onChange(discovery.apply);
  posters.onChange(discovery.apply);
  const levels = startLevels(http, { ...fileHost, ...parts, mustYield }, discovery.apply);
  http.addHook('onClose', discovery.close);
  if (config.role === 'site' && config.syncKey !== null) registerCopy(http, { db, config });
  const followed = { config, db, clock, storage, work: parts.work, health: hostHealth };
  const following = startFollowing(http, { ...followed, onChange: discovery.apply });
  metrics?.register({ ...parts, store, isSearchable, hosts: following.states });
  const fileCheck = createFileCheck(fileHost.libraryFiles, { ...following, ...fileHost.hosts });
  const show = createResolveDownload({ models, unlocks, plans, fileCheck, clock });
  const resolveDownload = countDownloads(show, traffic);
  keepTraffic(http, traffic);

  const { startersDir } = parts;
  const hasLibrary = config.sharedAccounts === null;
  const onChange = (listener: () => void) => kept.onChange('pins', listener);
  const pins = config.sharedAccounts
    ? await patiently(() => createSharedStarterPins({ store, onChange }))
    : createStarterPins(db, store);
  const starters = createStarterFeature({
    config,
    pins,
    clock,
    addresses,
    startersDir,
  });
  registerManifest(http, addresses);
  starters.register(http);
  registerUpdates(http, updatesFolder(config.dataDir));
  registerBlenderLibrary(http, { db, addresses, sender: fileHost.sender, isPrivate });
  startAssets(http, { ...fileHost, ...parts, mustYield, readPoster: posters.read });
  const { authenticate } = accounts;
  const isPublisherOf = createIsPublisherOf(db);
  const { reread } = readiness;
  const published = {
    config,
    db,
    clock,
    storage,
    reread,
    unlocks,
    authenticate,
    sessions,
    rates,
    addresses,
  };
  bindRoutes(
    http,
    {
      ...discovery.handlers,
      ...accounts.handlers,
      ...posters.register(
        http,
        sessions,
        (guid, { role, accountId }) => role === 'admin' || isPublisherOf(guid, accountId),
      ),
      ...createAdminFeature({
        config,
        db,
        store,
        clock,
        passwords,
        readiness,
        traffic,
        synonyms: discovery.synonyms,
      }),
      ...createLibraryHandlers(
        createLibraryAdmin({ config, db, clock, hasLibrary, levels, ...readiness }),
        createModelsAdmin({
          db,
          clock,
          reread,
          hasLibrary,
          root: addresses.root,
          redrawPosters: posters.redraw,
          remakeLevels: levels.remake,
        }),
      ),
      ...createPublishFeature(http, published),
      ...starters.handlers,
      ...createDownloadHandlers({ models, unlocks, capabilities, resolveDownload, fileCheck, addresses }),
    },
    { authenticate, sessions, answers: discovery.answers, rates, storage },
  );
  registerBrowserDownloads(http, {
    sessions,
    resolveDownload,
    capabilities,
    rates,
    isPrivate: config.isPrivate,
  });
  registerViewerFiles(http, { models, sessions, authenticate, resolveDownload: show, capabilities });
  await registerMcp(http, {
    catalogue: discovery.catalogue,
    readPoster: posters.read,
    callers,
    resolveDownload,
    capabilities,
    addresses,
    corsOrigins: config.corsOrigins,
    clock,
    storage,
  });
  await registerOauth(http, { ...accounts, addresses, rates, clock, storage });
  const fileAddresses = () => [addresses.base(), addresses.worker(), ...config.hosts];
  const isStranger = (request: FastifyRequest) => isPrivate && sessions.read(request) === null;
  const findModel = createFindModel(discovery.catalogue.details);
  await registerPages(http, {
    rendererDir: parts.rendererDir,
    root: addresses.root,
    fileAddresses,
    isStranger,
    findModel,
    firstLook: createFirstLook(discovery.catalogue, discovery.state),
  });
  storage.start(http.log);
  return { http, admission, addresses, store, setupCode: accounts.setupCode, leave: leaving.leave };
}

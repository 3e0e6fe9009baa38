import type { FastifyInstance } from 'fastify';
import { createTokenLife } from '../accounts/access/token-life.ts';
import { type AccountParts, type Accounts, openLocalAccounts } from '../accounts/accounts.ts';
import { requireHere } from '../accounts/data/moved-accounts.ts';
import type { Addresses } from '../base/http/addresses.ts';
import type { Admission } from '../base/http/admission/admission.ts';
import { handleNotFound } from '../base/http/errors.ts';
import { keepCataloguePrivate } from '../base/http/private-catalogue.ts';
import { registerHealth } from '../base/http/status.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import type { Config } from '../config.ts';
import { startLevels } from '../derive/levels.ts';
import type { Opened } from '../files/capabilities.ts';
import { createPosters } from '../posters/posters.ts';
import { registerAssets } from '../site/pages.ts';
import { createFileHost } from './file-host.ts';
import { type AppParts, type Kernel, openKernel } from './kernel.ts';
import { registerSite } from './site.ts';

type App = {
  readonly http: FastifyInstance;
  readonly admission: Admission;
  readonly addresses: Addresses;
  /** Distinguishes this server from others on the same data folder. */
  readonly instance: string;
  /** Null for a file host. */
  readonly store: AccountStore | null;
  /** Required to create the first account from another machine; null once there is an account. */
  readonly setupCode: () => Promise<string | null>;
  /** Announces the shutdown: requests are still answered, but /readyz sends load balancers elsewhere. */
  readonly leave: () => void;
};

/** Opens the accounts; loads the code for a shared database only if one is set. */
async function openAccounts({ sharedAccounts, tuning }: Config, parts: AccountParts): Promise<Accounts> {
  if (sharedAccounts === null) {
    const local = openLocalAccounts(parts);
    await requireHere(local.store, 'this data folder');
    return local;
  }
  const { openSharedAccounts } = await import('../shared-accounts/open-shared-accounts.ts');
  return openSharedAccounts(sharedAccounts.url, parts, tuning.accounts);
}

type Rooms = {
  readonly fileHost: ReturnType<typeof createFileHost>;
  readonly posters: ReturnType<typeof createPosters>;
};

/** A file host has no accounts and no search: it serves files, posters and the change feed. */
async function registerHost(kernel: Kernel, { fileHost, posters }: Rooms) {
  const { config, http, instance, readiness, storage, leaving } = kernel;
  startLevels(http, { ...fileHost, ...kernel, mustYield: posters.mustYield }, async () => {});
  const mayTell = () => !config.isPrivate;
  registerHealth(http, { instance, readiness, storage, warning: posters.warning, ...leaving, mayTell });
  kernel.metrics?.register({ ...kernel, store: null, hosts: () => [] });
  if (config.isPrivate) keepCataloguePrivate(http, posters.isPermitted);
  posters.register(http, null, () => false);
  await registerAssets(http, kernel.rendererDir);
  handleNotFound(http);
  return { store: null, setupCode: async () => null };
}

/** A token's capabilities end with the token and with its account's right. */
const mayStillOpen =
  ({ isTokenAlive, holderOf, rights }: Accounts) =>
  (tokenId: string, { guid, route }: Opened) => {
    if (!isTokenAlive(tokenId)) return false;
    const sight = rights.sightOf(null) && rights.sightOf(holderOf(tokenId));
    if (sight === null) return true;
    return route === 'posters' ? !sight.hides(guid) : sight.mayDownload(guid);
  };

/** Builds all features of the server, in the order in which requests can reach them. */
export async function buildApp(parts: AppParts): Promise<App> {
  const kernel: Kernel = { ...parts, ...(await openKernel(parts)) };
  const { config, http, db, clock, storage, admission, addresses, instance, leaving } = kernel;
  const accounts =
    config.role === 'host' ? null : await openAccounts(config, { db, clock, log: http.log, storage });
  if (accounts) http.addHook('onClose', accounts.close);
  accounts?.attach(http);
  const isTokenAlive = accounts ? mayStillOpen(accounts) : createTokenLife(db, clock);
  // Sites that share the accounts know the rights themselves; all others get what anonymous callers see.
  const sightOfSites = () => (config.sharedAccounts ? null : (accounts?.rights.sightOf(null) ?? null));
  const { countSent: onSent } = kernel.traffic;
  const fileHost = createFileHost({ ...kernel, isTokenAlive, sightOfSites, onSent });
  fileHost.register(http);
  const rooms = { fileHost, posters: createPosters({ ...fileHost, ...kernel }) };
  const people = accounts
    ? await registerSite(kernel, { ...rooms, accounts })
    : await registerHost(kernel, rooms);
  storage.start(http.log);
  return { http, admission, addresses, instance, leave: leaving.leave, ...people };
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../log.ts';
import type { Policy } from '../policy/fields.ts';

/** The part of electron-updater that is used. */
export type Updater = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  /** Setting it allows downgrades too. */
  channel: string | null;
  allowDowngrade: boolean;
  readonly setFeedURL: (feed: { readonly provider: 'generic'; readonly url: string }) => void;
  readonly checkForUpdates: () => Promise<unknown>;
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
};

type UpdatePolicy = Pick<Policy, 'Updates' | 'UpdateUrl' | 'UpdateChannel'>;

type UpdatesOptions = {
  readonly isPackaged: boolean;
  readonly resourcesFolder: string;
  readonly load: () => Promise<Updater>;
  /** What the organisation has decided about updates. */
  readonly readPolicy: () => Promise<UpdatePolicy>;
  /** The studio's server that the app uses; null while it uses its own. */
  readonly readServerUrl: () => string | null;
  readonly log: Log;
  /** Milliseconds between checks. */
  readonly interval?: number;
};

const day = 24 * 60 * 60 * 1000;

/** Where updates are looked for; null for the feed in the package. */
function findFeed({ Updates, UpdateUrl }: UpdatePolicy, serverUrl: string | null): string | null {
  if (UpdateUrl !== undefined) return UpdateUrl;
  return Updates === 'server' && serverUrl !== null ? `${serverUrl.replace(/\/+$/, '')}/updates/` : null;
}

/**
 * Checks for a new version at start and once a day, if the package has an update feed and no policy is against it, and
 * installs it when the app quits: never an older one. Failures are only logged. Returns a function that stops the checks.
 */
export function startUpdates(options: UpdatesOptions): () => void {
  const { log } = options;
  const hasFeed = existsSync(path.join(options.resourcesFolder, 'app-update.yml'));
  if (!options.isPackaged || !hasFeed) return () => undefined;
  let updater: Promise<Updater> | null = null;

  let feed: string | null = null;

  async function prepare({ UpdateChannel }: UpdatePolicy): Promise<Updater> {
    const loaded = await options.load();
    if (UpdateChannel === 'beta') loaded.channel = 'beta';
    loaded.allowDowngrade = false;
    loaded.autoDownload = true;
    loaded.autoInstallOnAppQuit = true;
    loaded.on('error', (error) => log.warn('update.failed', { error }));
    return loaded;
  }

  async function check(): Promise<void> {
    try {
      const policy = await options.readPolicy();
      if (policy.Updates === 'off') return;
      const url = findFeed(policy, options.readServerUrl());
      if (policy.Updates === 'server' && url === null) return log.info('update.no-server');
      updater ??= prepare(policy);
      const loaded = await updater;
      if (url !== null && url !== feed) loaded.setFeedURL({ provider: 'generic', url });
      feed = url;
      await loaded.checkForUpdates();
    } catch (error) {
      log.warn('update.not-checked', { error });
    }
  }

  void check();
  const timer = setInterval(check, options.interval ?? day);
  timer.unref();
  return () => clearInterval(timer);
}

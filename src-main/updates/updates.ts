import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../log.ts';

/** The part of electron-updater that is used. */
export type Updater = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  readonly checkForUpdates: () => Promise<unknown>;
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
};

type UpdatesOptions = {
  readonly isPackaged: boolean;
  readonly resourcesFolder: string;
  readonly load: () => Promise<Updater>;
  readonly log: Log;
  /** Milliseconds between checks. */
  readonly interval?: number;
};

const day = 24 * 60 * 60 * 1000;

/**
 * Checks for a new version at start and once a day, if the package has an update feed, and installs it when the app
 * quits. Failures are only logged. Returns a function that stops the checks.
 */
export function startUpdates(options: UpdatesOptions): () => void {
  const { log } = options;
  const hasFeed = existsSync(path.join(options.resourcesFolder, 'app-update.yml'));
  if (!options.isPackaged || !hasFeed) return () => undefined;
  let updater: Promise<Updater> | null = null;

  async function prepare(): Promise<Updater> {
    const loaded = await options.load();
    loaded.autoDownload = true;
    loaded.autoInstallOnAppQuit = true;
    loaded.on('error', (error) => log.warn('update.failed', { error }));
    return loaded;
  }

  async function check(): Promise<void> {
    try {
      updater ??= prepare();
      await (await updater).checkForUpdates();
    } catch (error) {
      log.warn('update.not-checked', { error });
    }
  }

  void check();
  const timer = setInterval(check, options.interval ?? day);
  timer.unref();
  return () => clearInterval(timer);
}

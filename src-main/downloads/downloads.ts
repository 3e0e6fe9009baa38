import type { FeatureOptions } from '../feature-options.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import { createThrottle } from '../ipc/throttle.ts';
import type { LibraryRoots } from '../library/roots.ts';
import type { ServerClient } from '../server-client.ts';
import type { ServerConnection } from '../server-connection/connection.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { SessionKeeper } from '../sign-in/session.ts';
import { createJsonFile } from '../storage/json-file.ts';
import { defaultPatience } from './fetch-file.ts';
import { defaultRetryDelays } from './gate.ts';
import { isFinished, QueueFile } from './job.ts';
import { createDownloadQueue } from './queue.ts';
import { createDownloadRunner } from './run-download.ts';
import { createSlots } from './slots.ts';
import { createSpace } from './space.ts';
import { sweepParts } from './sweep-parts.ts';

export type Downloads = {
  readonly handlers: FeatureHandlers<'downloads'>;
  /** Restores the queue of the last run; it does not touch the library, whose share may hang. */
  readonly load: () => Promise<void>;
  /** Removes part files that a killed run left behind, then lets the queue begin. */
  readonly start: () => Promise<void>;
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
};

type DownloadsOptions = Pick<FeatureOptions, 'http' | 'log' | 'places' | 'publish'> & {
  readonly client: ServerClient;
  readonly settings: SettingsStore;
  readonly connection: ServerConnection;
  readonly session: SessionKeeper;
  readonly roots: LibraryRoots;
  readonly onLibraryChange: () => void;
  readonly onBroken: (aside: string) => void;
};

const publishInterval = 100;

/** Puts the downloads feature together. */
export function createDownloads(options: DownloadsOptions): Downloads {
  const { http, log, places, client, settings, connection, session, roots, onLibraryChange, onBroken } =
    options;
  const parallel = () => settings.read().parallelDownloads;
  const libraryFolder = () => settings.read().libraryFolder;
  let hasSwept = false;
  const tools = { http, client, roots, libraryFolder, onLibraryChange, patience: defaultPatience };
  const queue = createDownloadQueue({
    run: createDownloadRunner({
      ...{ ...tools, space: createSpace(), slots: createSlots(parallel) },
      serverUrl: connection.baseUrl,
    }),
    file: createJsonFile({ file: places.downloads, schema: QueueFile, log, onBroken }),
    parallel,
    server: () => settings.read().serverUrl ?? 'bundled',
    retryDelays: defaultRetryDelays,
    now: Date.now,
    canRun: () => hasSwept && connection.canAsk() && !session.isRestoring(),
    onChange: createThrottle(publishInterval, () => options.publish('downloads.changed', queue.read())),
    log,
  });

  return {
    handlers: {
      'downloads.read': queue.read,
      'downloads.add': queue.add,
      'downloads.cancel': ({ id }) => queue.cancel(id),
      'downloads.retry': ({ id }) => queue.retry(id),
      'downloads.decide': ({ id, edited }) => queue.decide(id, edited),
      'downloads.clearFinished': queue.clearFinished,
    },
    load: queue.load,
    async start() {
      const jobs = queue.read();
      const guids = new Set(jobs.map(({ guid }) => guid));
      const goingOn = jobs.filter((job) => !isFinished(job) || job.status === 'failed');
      const resumable = new Set(goingOn.map(({ guid }) => guid));
      const count = await sweepParts(libraryFolder(), { guids, resumable });
      if (count > 0) log.info('downloads.swept', { count });
      hasSwept = true;
      queue.wake();
    },
    wake: queue.wake,
    stop: queue.stop,
  };
}

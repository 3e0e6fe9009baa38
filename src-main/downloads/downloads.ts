import type { FeatureOptions } from '../feature-options.ts';
import type { Http } from '../http.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import { createThrottle } from '../ipc/throttle.ts';
import { defaultLeaseTiming } from '../library/lease.ts';
import { createMachine, MachineFile } from '../library/machine.ts';
import { listModelFolders } from '../library/model-folders.ts';
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
import { recoverLibrary } from './recover-library.ts';
import { createDownloadRunner } from './run-download.ts';
import { createSlots } from './slots.ts';
import { sweepParts } from './sweep-parts.ts';

export type Downloads = {
  readonly handlers: FeatureHandlers<'downloads'>;
  /** Restores the queue of the last run; it does not touch the library, whose share may hang. */
  readonly load: () => Promise<void>;
  /** Removes part files that a killed run left behind, then lets the queue begin, and finishes interrupted changes. */
  readonly start: () => Promise<void>;
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
};

type DownloadsOptions = Pick<FeatureOptions, 'log' | 'places' | 'publish'> & {
  readonly http: Http;
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
  const machineFile = createJsonFile({ file: places.machine, schema: MachineFile, log, onBroken });
  const sharing = { machine: createMachine(machineFile), timing: defaultLeaseTiming };
  const stopping = new AbortController();
  const tools = { http, client, roots, libraryFolder, onLibraryChange, sharing, patience: defaultPatience };
  const queue = createDownloadQueue({
    run: createDownloadRunner({ ...tools, slots: createSlots(parallel), serverUrl: connection.baseUrl }),
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
      const library = libraryFolder();
      const isAway = (await roots.findAbsence(library)) !== null;
      const folders = isAway ? [] : await listModelFolders(library).catch(() => []);
      const goingOn = queue.read().filter((job) => !isFinished(job) || job.status === 'failed');
      const resumable = new Set(goingOn.map(({ guid }) => guid));
      const count = await sweepParts({ library, folders, sharing, resumable });
      if (count > 0) log.info('downloads.swept', { count });
      hasSwept = true;
      queue.wake();
      const { signal } = stopping;
      if (await recoverLibrary({ library, folders, sharing, signal, log })) onLibraryChange();
    },
    wake: queue.wake,
    async stop() {
      stopping.abort();
      await queue.stop();
    },
  };
}

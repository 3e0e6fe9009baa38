import { AppError, wordsOf } from '../../server/contract/errors.ts';
import { sentence } from '../../server/contract/sentence.ts';
import type { Sharing } from '../library/lease.ts';
import { listLibraries } from '../library/libraries.ts';
import type { LibraryRoots } from '../library/roots.ts';
import type { DownloadJob, DownloadWish, Library } from '../platform/ipc/contract.ts';
import type { FeatureHandlers } from '../platform/ipc/handlers.ts';
import { createThrottle } from '../platform/ipc/pacing.ts';
import type { ComputerState, Kernel } from '../platform/kernel.ts';
import { isThisComputer } from '../platform/network/server-address.ts';
import type { ServerConnection } from '../server-connection/connection.ts';
import { createServerClient, type ServerClient } from '../server-connection/server-client.ts';
import type { SessionKeeper } from '../sign-in/session.ts';
import { createUpkeep } from './commit/upkeep.ts';
import { createDownloader } from './download.ts';
import { createDiskSpace, createSpaceCheck, readFreeIfThere } from './queue/disk-space.ts';
import { createHolds } from './queue/hold.ts';
import { type Confirmed, fileKeyOf, findHoldUp, isFinished, relocate } from './queue/job.ts';
import { createJobList } from './queue/job-list.ts';
import { createJobStore } from './queue/job-store.ts';
import { createDownloadQueue } from './queue/queue.ts';
import { defaultRetryDelays } from './queue/retry.ts';
import { createScheduler } from './queue/scheduler.ts';
import { createBatchFeedback, createTotals } from './queue/totals.ts';
import type { FindContent } from './staging/reuse-file.ts';
import { createSurvey } from './survey.ts';
import { createBandwidth } from './transfer/bandwidth.ts';
import { defaultPatience } from './transfer/fetch-file.ts';
import { createSlots } from './transfer/slots.ts';

type DownloadsOptions = Kernel & {
  readonly computerState: ComputerState;
  readonly connection: ServerConnection;
  readonly session: SessionKeeper;
  readonly roots: LibraryRoots;
  readonly sharing: Sharing;
  readonly readLibrary: () => Promise<Library>;
  readonly findContent: FindContent;
  /** The library that is being moved, and its target. */
  readonly moving: () => Confirmed['moving'];
  readonly findLibrary: (guid: string) => string | null;
  /** Called when a model's folder has changed; null if it could be any folder. */
  readonly onLibraryChange: (folder: string | null) => void;
  /** Uploads are held for the same reasons as downloads. */
  readonly uploads: {
    readonly hasWork: () => boolean;
    readonly hold: () => unknown;
    readonly wake: () => void;
  };
};

const publishInterval = 100;
const sweepInterval = 60 * 60 * 1000;

/** False without a server too, as there is nothing to ask then. */
const isElsewhere = (url: string | null) => url !== null && !isThisComputer(new URL(url).hostname);

export function createDownloads(options: DownloadsOptions) {
  const { http, log, places, settings, connection, session, roots, sharing } = options;
  const { onLibraryChange, onBroken } = options;
  const parallel = () => settings.read().parallelDownloads;
  const libraryFolder = () => settings.read().libraryFolder;
  let hasSwept = false;
  let sweeping: NodeJS.Timeout | undefined;

  const current = () => ({
    server: settings.read().serverUrl ?? 'bundled',
    account: session.read().userName,
    library: libraryFolder(),
    moving: options.moving() ?? null,
  });
  /** Picks a new download's server, account and library. A model stays in its library unless the user chose another. */
  function confirm({ guid, library: chosen }: DownloadWish): Confirmed {
    const library = chosen ?? options.findLibrary(guid) ?? libraryFolder();
    if (!listLibraries(settings.read()).some(({ folder }) => folder === library))
      throw new AppError(
        'INVALID_INPUT',
        sentence`${{ folder: library }} is not a library of Lodestock. Add it in Settings first.`,
      );
    return { ...current(), library };
  }
  function refuseOthers(job: Pick<DownloadJob, 'server' | 'account'>): void {
    const holdUp = findHoldUp(job, current());
    if (holdUp) throw new AppError('UNAVAILABLE', wordsOf(holdUp));
  }
  const clientOf = (job: Pick<DownloadJob, 'server' | 'account'>): ServerClient =>
    createServerClient({
      http,
      baseUrl() {
        refuseOthers(job);
        return connection.baseUrl();
      },
      token: session.token,
      onTokenRefused: session.refuse,
    });

  const store = createJobStore({ file: places.downloads, log, onBroken });
  const totals = createTotals();
  const feedback = createBatchFeedback(
    totals,
    options.desktop,
    () => settings.read().keepAwake && holds.read() === null,
  );
  const space = createDiskSpace();
  const jobList = createJobList({
    ...{ store, totals },
    onChange: createThrottle(publishInterval, () => {
      feedback();
      const change = jobList.takeChange();
      if (change) options.publish('downloads.changed', change);
    }),
  });
  const stopping = new AbortController();
  const upkeep = createUpkeep({
    ...{ store, jobList, roots, sharing, libraryFolder, onLibraryChange, log },
    ...{ signal: stopping.signal, now: Date.now },
  });
  const bandwidth = createBandwidth(() => settings.read().bandwidthLimit);
  const run = createDownloader({
    ...{ http, clientOf, roots, space, sharing, onLibraryChange, findContent: options.findContent },
    slots: createSlots({ inAll: parallel, perHost: () => settings.read().parallelPerHost }),
    bandwidth,
    patience: defaultPatience,
    serverUrl: connection.baseUrl,
  });
  const holds = createHolds({
    ...{ computer: options.computerState, settings: settings.read, now: Date.now },
    usesNetwork: () => isElsewhere(connection.read().url),
    hasWork: () => totals.read().active > 0 || options.uploads.hasWork(),
    onChange(hold) {
      options.publish('downloads.held', hold);
      feedback();
      for (const one of [scheduler, options.uploads])
        if (hold === null) one.wake();
        else void one.hold();
    },
  });
  const scheduler = createScheduler({
    ...{ run, jobList, store, parallel, current, log },
    retryDelays: defaultRetryDelays,
    now: Date.now,
    canRun: () => hasSwept && holds.read() === null && connection.canAsk() && !session.isRestoring(),
    onCancelled: upkeep.keepLeftovers,
  });
  const spaceCheck = { readFree: space.readFree, totals };
  const queue = createDownloadQueue({
    ...{ jobList, scheduler, store, current, confirm },
    checkRoom: createSpaceCheck(spaceCheck),
  });
  const survey = createSurvey({
    createClient: () => clientOf(current()),
    isSignedIn: () => session.read().status === 'signed-in',
    readLibrary: options.readLibrary,
    isListed: (file) => jobList.findSame(fileKeyOf(file, confirm(file))).some((job) => !isFinished(job)),
    async readFree(library = libraryFolder()) {
      const free = await readFreeIfThere(spaceCheck, library);
      return free === null ? null : Math.max(0, free - totals.readPending(library));
    },
    add: queue.add,
    onChange: createThrottle(publishInterval, () => {
      const state = survey.read();
      if (state) options.publish('survey.changed', state);
    }),
  });

  async function addOne(request: DownloadWish): Promise<DownloadJob> {
    const [job] = await queue.add([request]);
    if (!job) throw new AppError('NOT_FOUND', 'This download is no longer in the list.');
    return job;
  }

  return {
    handlers: {
      'downloads.read': queue.read,
      'downloads.add': addOne,
      'downloads.pause': ({ ids }) => queue.pause(ids),
      'downloads.resume': ({ ids }) => queue.resume(ids),
      'downloads.cancel': ({ ids }) => queue.cancel(ids),
      'downloads.retry': ({ id }) => queue.retry(id),
      'downloads.move': ({ id, to }) => queue.move(id, to),
      'downloads.prioritise': ({ id, priority }) => queue.prioritise(id, priority),
      'downloads.decide': ({ id, edited }) => queue.decide(id, edited),
      'downloads.clearFinished': queue.clearFinished,
      'downloads.readHold': holds.read,
      'downloads.startAnyway': holds.startAnyway,
      ...survey.handlers,
    } satisfies FeatureHandlers<'downloads' | 'survey'>,
    /** Restores the queue of the last run without touching the library, whose share may hang. */
    async load(): Promise<void> {
      try {
        queue.load(store.load());
      } catch (error) {
        // The window works without the list, and the stored jobs remain.
        log.error('downloads.not-loaded', { error });
      }
    },
    /** Removes part files that a killed run left, starts the queue, then finishes interrupted changes. */
    async start(): Promise<void> {
      await upkeep.sweepCurrent();
      sweeping = setInterval(() => void upkeep.sweepDue(), sweepInterval).unref();
      hasSwept = true;
      holds.start();
      scheduler.wake();
      await upkeep.recover();
      await upkeep.sweepOthers();
    },
    wake(): void {
      holds.look();
      feedback();
      scheduler.wake();
    },
    /** Stops writing to a library; `moving` keeps new downloads away from it. */
    async release(library: string): Promise<void> {
      scheduler.wake(); // so that waiting downloads show the reason
      await scheduler.hold(library);
    },
    /** Moves the downloads of a library that has moved; they continue at the new place. */
    async follow(from: string, to: string): Promise<void> {
      for (const job of jobList.values()) if (job.library === from) jobList.put(relocate(job, from, to));
      upkeep.follow(from, to);
      await store.saved();
      for (const job of jobList.values())
        if (job.library === to && (job.status === 'queued' || job.status === 'waiting'))
          scheduler.schedule(job);
    },
    isHeld: () => holds.read() !== null,
    /** True if this model has an unfinished download into this library. */
    isDownloading: (guid: string, library: string): boolean =>
      jobList.values().some((job) => job.guid === guid && job.library === library && !isFinished(job)),
    async stop(): Promise<void> {
      clearInterval(sweeping);
      holds.stop();
      stopping.abort();
      await scheduler.stop();
      await store.close();
    },
  };
}

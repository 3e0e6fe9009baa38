import { AppError } from '../../server/contract/errors.ts';
import type { FeatureOptions } from '../feature-options.ts';
import type { Http } from '../http.ts';
import type { DownloadJob, DownloadWish, Library } from '../ipc/contract.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import { createThrottle } from '../ipc/throttle.ts';
import { listLibraries } from '../library/libraries.ts';
import type { LibraryRoots } from '../library/roots.ts';
import { createServerClient, type ServerClient } from '../server-client.ts';
import { isThisComputer } from '../server-connection/address.ts';
import type { ServerConnection } from '../server-connection/connection.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { SessionKeeper } from '../sign-in/session.ts';
import { createBandwidth } from './bandwidth.ts';
import { createBatchFeedback } from './batch-feedback.ts';
import { defaultPatience } from './fetch-file.ts';
import { defaultRetryDelays } from './gate.ts';
import { createHolds } from './hold/hold.ts';
import { importQueueFile } from './import-queue-file.ts';
import { type Confirmed, fileKeyOf, findHoldUp, isFinished, relocate } from './job.ts';
import { createJobStore } from './job-store.ts';
import { createLeftovers } from './leftovers.ts';
import { createDownloadQueue } from './queue.ts';
import type { FindContent } from './reuse-file.ts';
import { createRoomCheck, readFreeIfThere } from './room.ts';
import { createRoster } from './roster.ts';
import { createDownloadRunner } from './run-download.ts';
import { createScheduler } from './scheduler.ts';
import { createSlots } from './slots.ts';
import { createSpace } from './space.ts';
import type { Sharing } from './staging.ts';
import { createSurvey } from './survey.ts';
import { createTally } from './tally.ts';
import { createLibraryCare } from './tend-libraries.ts';

type Downloads = {
  readonly handlers: FeatureHandlers<'downloads' | 'survey'>;
  /** Restores the queue of the last run; it does not touch the library, whose share may hang. */
  readonly load: () => Promise<void>;
  /** Removes part files that a killed run left behind, then lets the queue begin, and finishes interrupted changes. */
  readonly start: () => Promise<void>;
  readonly wake: () => void;
  /** Ends what is written into a library; `moving` keeps the downloads from it. */
  readonly release: (library: string) => Promise<void>;
  /** A library is at another place now, and its downloads continue there. */
  readonly follow: (from: string, to: string) => Promise<void>;
  /** Whether nothing may be received or sent now. */
  readonly isHeld: () => boolean;
  /** Whether something of this model, in this library, is in the list and not finished. */
  readonly isDownloading: (guid: string, library: string) => boolean;
  readonly stop: () => Promise<void>;
};

type DownloadsOptions = Pick<FeatureOptions, 'log' | 'places' | 'publish' | 'desktop' | 'computerState'> & {
  readonly http: Http;
  readonly settings: SettingsStore;
  readonly connection: ServerConnection;
  readonly session: SessionKeeper;
  readonly roots: LibraryRoots;
  readonly sharing: Sharing;
  readonly readLibrary: () => Promise<Library>;
  readonly findContent: FindContent;
  /** A library that is being moved, and where to. */
  readonly moving: () => Confirmed['moving'];
  /** The library that holds a model; null when none does. */
  readonly findLibrary: (guid: string) => string | null;
  /** Told of the folder of a model that is different now; null when it may be any. */
  readonly onLibraryChange: (folder: string | null) => void;
  readonly onBroken: (aside: string) => void;
  /** What else goes over the network, and waits for the same. */
  readonly uploads: {
    readonly hasWork: () => boolean;
    readonly hold: () => unknown;
    readonly wake: () => void;
  };
};

const publishInterval = 100;
const sweepInterval = 60 * 60 * 1000;

/** False while there is no server, too: nothing could be asked of it anyway. */
const isElsewhere = (url: string | null) => url !== null && !isThisComputer(new URL(url).hostname);

/** Puts the downloads feature together. */
export function createDownloads(options: DownloadsOptions): Downloads {
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
  /** What a download that is confirmed now keeps to. A model stays in one library, unless the person chose another. */
  function confirm({ guid, library: chosen }: DownloadWish): Confirmed {
    const library = chosen ?? options.findLibrary(guid) ?? libraryFolder();
    if (!listLibraries(settings.read()).some(({ folder }) => folder === library))
      throw new AppError(
        'INVALID_INPUT',
        `${library} is not a library of Lodestock. Add it in Settings first.`,
      );
    return { ...current(), library };
  }
  function refuseOthers(job: Pick<DownloadJob, 'server' | 'account'>): void {
    const holdUp = findHoldUp(job, current());
    if (holdUp) throw new AppError('UNAVAILABLE', holdUp.message);
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
  const tally = createTally();
  const feedback = createBatchFeedback(
    tally,
    options.desktop,
    () => settings.read().keepAwake && holds.read() === null,
  );
  const space = createSpace();
  const roster = createRoster({
    ...{ store, tally },
    onChange: createThrottle(publishInterval, () => {
      feedback();
      const change = roster.takeChange();
      if (change) options.publish('downloads.changed', change);
    }),
  });
  const stopping = new AbortController();
  const leftovers = createLeftovers({ store, roster, sharing, now: Date.now });
  const care = createLibraryCare({
    ...{ store, leftovers, roots, sharing, libraryFolder, onLibraryChange, log },
    signal: stopping.signal,
  });
  const bandwidth = createBandwidth(() => settings.read().bandwidthLimit);
  const run = createDownloadRunner({
    ...{ http, clientOf, roots, space, sharing, onLibraryChange, findContent: options.findContent },
    slots: createSlots({ inAll: parallel, perHost: () => settings.read().parallelPerHost }),
    bandwidth,
    patience: defaultPatience,
    serverUrl: connection.baseUrl,
  });
  const holds = createHolds({
    ...{ computer: options.computerState, settings: settings.read, now: Date.now },
    usesNetwork: () => isElsewhere(connection.read().url),
    hasWork: () => tally.read().active > 0 || options.uploads.hasWork(),
    onChange(hold) {
      options.publish('downloads.held', hold);
      feedback();
      for (const one of [scheduler, options.uploads])
        if (hold === null) one.wake();
        else void one.hold();
    },
  });
  const scheduler = createScheduler({
    ...{ run, roster, store, parallel, current, log },
    retryDelays: defaultRetryDelays,
    now: Date.now,
    canRun: () => hasSwept && holds.read() === null && connection.canAsk() && !session.isRestoring(),
    onCancelled: leftovers.keep,
  });
  const room = { readFree: space.readFree, tally };
  const queue = createDownloadQueue({
    ...{ roster, scheduler, store, current, confirm },
    checkRoom: createRoomCheck(room),
  });
  const survey = createSurvey({
    createClient: () => clientOf(current()),
    isSignedIn: () => session.read().status === 'signed-in',
    readLibrary: options.readLibrary,
    isListed: (file) => roster.findSame(fileKeyOf(file, confirm(file))).some((job) => !isFinished(job)),
    async readFree(library = libraryFolder()) {
      const free = await readFreeIfThere(room, library);
      return free === null ? null : Math.max(0, free - tally.readPending(library));
    },
    add: queue.add,
    onChange: createThrottle(publishInterval, () => {
      const state = survey.read();
      if (state) options.publish('survey.changed', state);
    }),
  });

  async function sweepDue(): Promise<void> {
    if (!leftovers.isDue()) return;
    await care.sweepCurrent();
    await care.sweepOthers();
  }

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
    },
    async load() {
      try {
        await importQueueFile({ ...{ store, log, onBroken }, file: places.downloadsBefore });
        queue.load(store.load());
      } catch (error) {
        // A window without its list is better than none; what is stored stays stored.
        log.error('downloads.not-loaded', { error });
      }
    },
    async start() {
      await care.sweepCurrent();
      sweeping = setInterval(() => void sweepDue(), sweepInterval).unref();
      hasSwept = true;
      holds.start();
      scheduler.wake();
      await care.recover();
      await care.sweepOthers();
    },
    wake() {
      holds.look();
      feedback();
      scheduler.wake();
    },
    async release(library) {
      scheduler.wake(); // those that wait say why
      await scheduler.hold(library);
    },
    async follow(from, to) {
      for (const job of roster.values()) if (job.library === from) roster.put(relocate(job, from, to));
      leftovers.follow(from, to);
      await store.saved();
      for (const job of roster.values())
        if (job.library === to && (job.status === 'queued' || job.status === 'waiting'))
          scheduler.lineUp(job);
    },
    isHeld: () => holds.read() !== null,
    isDownloading: (guid, library) =>
      roster.values().some((job) => job.guid === guid && job.library === library && !isFinished(job)),
    async stop() {
      clearInterval(sweeping);
      holds.stop();
      stopping.abort();
      await scheduler.stop();
      await store.close();
    },
  };
}

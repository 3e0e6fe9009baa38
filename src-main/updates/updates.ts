import { AppError } from '../../server/contract/errors.ts';
import { sentence, type Words } from '../../server/contract/sentence.ts';
import { compareVersions } from '../../server/contract/version.ts';
import type { ServerState, UpdatesState } from '../platform/ipc/contract.ts';
import type { FeatureHandlers } from '../platform/ipc/handlers.ts';
import type { Settings } from '../platform/ipc/settings-fields.ts';
import type { Policy } from '../platform/settings/policy-fields.ts';
import type { JsonFile } from '../platform/storage/json-file.ts';
import type { Log } from '../platform/storage/log.ts';
import type { CommandResult } from '../server-connection/run-command.ts';
import { type FetchedVersion, installUpdate, type Return, returnToPrevious } from './install-update.ts';
import type { Installation, PackageFeed } from './installation.ts';
import { dropParts } from './kept-versions.ts';
import { locateFeed, type ReadText, requireTrusted } from './trust-feed.ts';
import { countStart, emptyRecord, forgetStart, hasNotComeUp, type UpdateRecord } from './update-record.ts';
import {
  findFeed,
  nothingNew,
  type Release,
  readNotes,
  toFault,
  type Updater,
  untouched,
  type Wishes,
} from './updater.ts';

export type UpdatesOptions = {
  readonly version: string;
  readonly installation: Installation;
  /** The update address in the package. */
  readonly ownFeed: PackageFeed | null;
  readonly readText: ReadText;
  /** Public keys that sign releases; default this version's. */
  readonly keys?: readonly string[];
  /** Where earlier versions are kept. */
  readonly folder: string;
  readonly record: JsonFile<UpdateRecord>;
  readonly load: () => Promise<Updater>;
  readonly readPolicy: () => Promise<Pick<Policy, 'Updates' | 'UpdateUrl'>>;
  readonly readSettings: () => Wishes;
  /** True if the app was started without its window. */
  readonly isHidden: () => boolean;
  readonly quit: () => void;
  /** Starts another version, or has it started, once this one has quit. */
  readonly leaveFor: (way: Return) => void;
  readonly publish: (state: UpdatesState) => void;
  readonly notify: (title: Words, body: Words) => void;
  readonly log: Log;
  /** Milliseconds between checks. */
  readonly interval?: number;
};

/** A version counts as good once these have started: the window's page, and the bundled server. */
type Part = 'page' | 'server';

const day = 24 * 60 * 60 * 1000;

/** Checks for, downloads and installs updates as the user or organisation wants; goes back to the previous version. */
export function createUpdates(options: UpdatesOptions) {
  const { version, installation, log, readSettings } = options;
  let state = untouched;
  let updater: Promise<Updater> | null = null;
  let feed: string | null = null;
  let fetched: FetchedVersion | null = null;
  let isInstalling = false;
  /** The last version that the user was notified of. */
  let told: string | null = null;
  /** What to do after the app has quit. */
  let after: 'restart' | Return | null = null;
  let channel: Settings['updateChannel'] = 'stable';
  let timer: NodeJS.Timeout | null = null;
  const up = new Set<Part>();
  let hasServerFailed = false;

  const readRecord = async () => (await options.record.read()) ?? emptyRecord;
  const way = {
    ...{ installation, version, readRecord, folder: options.folder },
    writeRecord: (record: UpdateRecord) => options.record.write(record),
  };

  function tell(change: Partial<UpdatesState>): UpdatesState {
    state = { ...state, ...change };
    options.publish(state);
    return state;
  }

  function fail(event: string, error: unknown): void {
    log.warn(event, { error });
    if (fetched === null) tell({ status: 'failed', fault: toFault(error), progress: null });
  }

  async function offer(release: Release, loaded: Updater): Promise<void> {
    const isRollback = compareVersions(release.version, version) < 0;
    if (isRollback && release.rollback !== true) return void tell(nothingNew);
    tell({ version: release.version, isRollback });
    const url = locateFeed(feed ?? options.ownFeed, loaded.channel);
    await requireTrusted(release, url, { ...options, isRollback });
    tell({ status: 'offered', notes: readNotes(release), fault: null });
    const isWanted = readSettings().updates === 'auto' && installation.kind !== 'shared';
    if (isWanted && (await readRecord()).refused !== release.version) return void (await fetchOffered());
    if (told === release.version) return;
    told = release.version;
    const { version: next } = release;
    const news = isRollback
      ? sentence`Your studio went back to Lodestock ${{ version: next }}`
      : sentence`Lodestock ${{ version: next }} is available`;
    options.notify(news, 'See Settings, Updates for what is new.');
  }

  async function prepare(): Promise<Updater> {
    const loaded = await options.load();
    loaded.autoDownload = false;
    // We replace an AppImage ourselves, as electron-updater deletes it before it moves the new one there.
    loaded.autoInstallOnAppQuit = installation.kind !== 'app-image';
    loaded.on('error', (error) => fail('update.failed', error));
    loaded.on('update-available', (release) => {
      offer(release, loaded).catch((error: unknown) => fail('update.failed', error));
    });
    loaded.on('update-not-available', () => tell(nothingNew));
    loaded.on('download-progress', ({ percent }) => tell({ status: 'fetching', progress: percent / 100 }));
    loaded.on('update-downloaded', (release) => {
      fetched = {
        version: release.version,
        file: release.downloadedFile ?? '',
        isRollback: state.isRollback,
      };
      tell({ status: 'ready', version: release.version, progress: null, fault: null });
    });
    return loaded;
  }

  /** Sets only what differs from the package. Older versions are offered too, as a studio can go back to one. */
  async function point(loaded: Updater): Promise<void> {
    const { serverUrl, updateChannel } = readSettings();
    const url = findFeed(await options.readPolicy(), serverUrl);
    if (url !== null && url !== feed) loaded.setFeedURL({ provider: 'generic', url });
    feed = url;
    if (updateChannel !== channel) loaded.channel = updateChannel === 'beta' ? 'beta' : 'latest';
    channel = updateChannel;
    loaded.allowDowngrade = true;
  }

  /** Returns why this copy does not check for updates; null if it does. */
  async function findObstacle(): Promise<UpdatesState['obstacle']> {
    if (installation.kind === 'clone' || installation.kind === 'folder') return installation.kind;
    const { updates, serverUrl } = readSettings();
    if (updates === 'off') return 'choice';
    const policy = await options.readPolicy();
    if (findFeed(policy, serverUrl) !== null) return null;
    if (policy.Updates === 'server') return 'server';
    return options.ownFeed === null ? 'address' : null;
  }

  async function check(): Promise<UpdatesState> {
    if (state.status === 'fetching') return state;
    if (fetched !== null) return tell({ status: 'ready', fault: null });
    try {
      const obstacle = await findObstacle();
      if (obstacle !== null) {
        if (obstacle === 'server') log.info('update.no-server');
        const { previous, isTroubled } = state;
        return tell({ ...untouched, status: 'off', obstacle, previous, isTroubled });
      }
      const shared = installation.kind === 'shared' ? installation.obstacle : null;
      tell({ status: 'looking', obstacle: shared, fault: null, checkedAt: new Date().toISOString() });
      updater ??= prepare();
      const loaded = await updater;
      await point(loaded);
      await loaded.checkForUpdates();
    } catch (error) {
      fail('update.not-checked', error);
    }
    return state;
  }

  async function fetchOffered(): Promise<UpdatesState> {
    if (state.status !== 'offered' || installation.kind === 'shared' || updater === null) return state;
    tell({ status: 'fetching', progress: 0 });
    // Failures are reported by an event.
    await (await updater).downloadUpdate().catch(() => undefined);
    return state;
  }

  /** Keeps this version and, where the app can, replaces it with the new one. */
  async function install(): Promise<boolean> {
    if (fetched === null || isInstalling) return false;
    isInstalling = true;
    try {
      await installUpdate(way, fetched);
      return true;
    } catch (error) {
      isInstalling = false;
      log.error('update.not-installed', { error });
      tell({ status: 'failed', fault: 'not-installed' });
      return false;
    }
  }

  async function restart(): Promise<void> {
    if (!(await install()))
      throw new AppError('UNAVAILABLE', 'The new version could not be installed. The log says why.');
    // On a Mac, Squirrel must quit the app itself once it has taken over the update.
    if (installation.kind === 'mac') return (await updater)?.quitAndInstall(true, true);
    after = 'restart';
    options.quit();
  }

  async function goBack(): Promise<void> {
    after = await returnToPrevious(way);
    options.quit();
  }

  async function finish(): Promise<void> {
    const isWanted = readSettings().updates !== 'off';
    if (updater !== null && !isWanted) (await updater).autoInstallOnAppQuit = false;
    if (after === null && isWanted) await install();
    if (after === null) return;
    if (after !== 'restart') options.leaveFor(after);
    else if (installation.kind === 'app-image')
      options.leaveFor({ kind: 'relaunch', executable: installation.file });
    else (await updater)?.quitAndInstall(true, true);
  }

  const isPageUp = () => options.isHidden() || up.has('page');

  async function confirm(): Promise<void> {
    const { serverUrl, ownServer } = readSettings();
    const hasServer = serverUrl === null && ownServer !== null;
    if (!isPageUp() || (hasServer && !up.has('server'))) return;
    const record = await readRecord();
    if (record.pending === null) return;
    log.info('update.came-up', { version });
    await options.record.write({ ...record, pending: null });
    if (state.isTroubled) tell({ isTroubled: false });
  }
  const noteUp = (...parts: readonly Part[]) => {
    for (const part of parts) up.add(part);
    confirm().catch((error: unknown) => log.warn('update.not-noted', { error }));
  };

  const handlers: FeatureHandlers<'updates'> = {
    'updates.read': () => state,
    'updates.check': check,
    'updates.fetch': fetchOffered,
    'updates.restart': restart,
    'updates.goBack': goBack,
  };
  return {
    handlers,
    goBack,
    /** Counts this start. Returns true if this version was started before and never fully; call this first. */
    async begin(): Promise<boolean> {
      if (installation.kind === 'app-image') await dropParts(installation.file);
      const before = await readRecord();
      const record = countStart(before, version);
      if (JSON.stringify(record) !== JSON.stringify(before)) await options.record.write(record);
      const previous = record.previous?.version ?? null;
      tell({ previous, isTroubled: hasNotComeUp(record) });
      return hasNotComeUp(record) && previous !== null;
    },
    /** Restores the database of the version that the user went back to, before its server starts. */
    async finishReturn(restore: () => Promise<CommandResult>) {
      const record = await readRecord();
      if (record.return?.to !== version) return;
      try {
        const { code, output, errors } = await restore();
        log.info('update.returned', { ...record.return, code, said: output || errors });
        await options.record.write({ ...record, return: null });
      } catch (error) {
        // The server reports what it cannot read; the next start tries again.
        log.error('update.not-returned', { error });
      }
    },
    start() {
      noteUp();
      void check();
      timer = setInterval(check, options.interval ?? day);
      timer.unref();
    },
    /** Called after a change of settings or policies for updates. */
    wake: () => void check(),
    noteUp,
    noteServer({ kind, status }: Pick<ServerState, 'kind' | 'status'>) {
      if (kind !== 'bundled') return;
      if (status === 'ready' || status === 'indexing') noteUp('server');
      if (status !== 'failed') return;
      hasServerFailed = true;
      void readRecord().then(({ pending }) => pending !== null && tell({ isTroubled: true }));
    },
    /** Installs a downloaded update where the app can; call this last before quitting. */
    async stop() {
      if (timer !== null) clearInterval(timer);
      const isSound = isPageUp() && !hasServerFailed && !state.isTroubled;
      if (isSound) await way.writeRecord(forgetStart(await readRecord(), version));
      await finish();
    },
  };
}
export type Updates = ReturnType<typeof createUpdates>;

import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { textOf } from '../../../server/contract/sentence.ts';
import type { UpdatesState } from '../../../src-main/platform/ipc/contract.ts';
import type { Policy } from '../../../src-main/platform/settings/policy-fields.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import type { Return } from '../../../src-main/updates/install-update.ts';
import type { Installation } from '../../../src-main/updates/installation.ts';
import type { ReadText } from '../../../src-main/updates/trust-feed.ts';
import { UpdateRecord } from '../../../src-main/updates/update-record.ts';
import type { Updater, Wishes } from '../../../src-main/updates/updater.ts';
import { createUpdates } from '../../../src-main/updates/updates.ts';
import { createMemoryLog } from '../memory-log.ts';

/** What a feed offers; each answer of electron-updater is one of its events. */
type Offer = { readonly version: string; readonly releaseNotes?: string; readonly rollback?: true };

type Options = {
  readonly folder: string;
  readonly version?: string;
  readonly installation?: Installation;
  readonly offer?: Offer | null;
  /** Thrown by a check or, as the updater tells it, by a fetch. */
  readonly checkFails?: Error;
  readonly fetchFails?: Error;
  readonly policy?: Pick<Policy, 'Updates' | 'UpdateUrl'>;
  readonly settings?: Partial<Wishes>;
  readonly isHidden?: boolean;
  readonly hasFeed?: boolean;
  /** What is at an address, unless it is what is offered. */
  readonly readText?: ReadText;
};

/** The updates of an app that is one file, apart from electron-updater and what its window shows. */
export function createUpdatesUnderTest(options: Options) {
  const { folder, offer = null } = options;
  const text = `version: ${offer?.version}\n${offer?.rollback ? '\nrollback: true\n' : ''}`;
  const program = path.join(folder, 'Lodestock.AppImage');
  const settings: Wishes = {
    ...{ updates: 'auto', updateChannel: 'stable', serverUrl: 'https://one.studio.lan', ownServer: null },
    ...options.settings,
  };
  const events = new EventEmitter();
  const done: string[] = [];
  const left: Return[] = [];
  const told: UpdatesState[] = [];
  const updater: Updater = {
    ...{ autoDownload: true, autoInstallOnAppQuit: true, allowDowngrade: true, channel: null },
    setFeedURL: ({ url }) => void done.push(`feed ${url}`),
    async checkForUpdates() {
      done.push('check');
      if (options.checkFails) throw options.checkFails;
      if (offer === null) events.emit('update-not-available');
      else events.emit('update-available', offer);
    },
    async downloadUpdate() {
      done.push('fetch');
      if (options.fetchFails) {
        events.emit('error', options.fetchFails);
        throw options.fetchFails;
      }
      const downloadedFile = path.join(folder, 'fetched.AppImage');
      await writeFile(downloadedFile, `program ${offer?.version}`);
      events.emit('download-progress', { percent: 50 });
      events.emit('update-downloaded', { ...offer, downloadedFile });
    },
    quitAndInstall: (...how) => void done.push(`install ${how}`),
    on: (event: string, listener: (value: never) => void) =>
      events.on(event, (...values: unknown[]) => Reflect.apply(listener, undefined, values)),
  };
  const { log, lines } = createMemoryLog();
  const record = createJsonFile({ file: path.join(folder, 'updates.json'), schema: UpdateRecord, log });
  const updates = createUpdates({
    ...{ record, log, version: options.version ?? '1.0.0', folder: path.join(folder, 'versions') },
    installation: options.installation ?? { kind: 'app-image', file: program },
    ownFeed: options.hasFeed === false ? null : { url: 'https://lodestock.dev', channel: 'latest' },
    readText: options.readText ?? (async ({ pathname }) => (pathname.endsWith('.sig') ? null : text)),
    load: async () => updater,
    readPolicy: async () => options.policy ?? {},
    readSettings: () => settings,
    isHidden: () => options.isHidden ?? false,
    quit: () => void done.push('quit'),
    leaveFor: (way) => void left.push(way),
    publish: (state) => void told.push(state),
    notify: (title) => void done.push(`notify ${textOf(title)}`),
  });
  const read = () => updates.handlers['updates.read'](undefined);
  return { updates, call: updates.handlers, read, updater, record, done, left, told, lines, program };
}

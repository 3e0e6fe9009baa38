import type { UpdatesState } from '../platform/ipc/contract.ts';
import type { Settings } from '../platform/ipc/settings-fields.ts';
import type { Policy } from '../platform/settings/policy-fields.ts';
import { RefusedFeed } from './trust-feed.ts';

/** electron-updater's facts about a version. */
export type Release = {
  readonly version: string;
  readonly releaseNotes?: string | readonly { readonly note: string | null }[] | null | undefined;
  /** Set if the studio goes back to it. */
  readonly rollback?: unknown;
  /** Set once it is downloaded. */
  readonly downloadedFile?: string;
};

/** The part of electron-updater that we use. */
export type Updater = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  /** Setting it also allows downgrades. */
  channel: string | null;
  allowDowngrade: boolean;
  readonly setFeedURL: (feed: { readonly provider: 'generic'; readonly url: string }) => void;
  readonly checkForUpdates: () => Promise<unknown>;
  readonly downloadUpdate: () => Promise<unknown>;
  readonly quitAndInstall: (isSilent: boolean, isForceRunAfter: boolean) => void;
  readonly on: {
    (event: 'error', listener: (error: Error) => void): unknown;
    (event: 'update-available' | 'update-downloaded', listener: (release: Release) => void): unknown;
    (event: 'update-not-available', listener: () => void): unknown;
    (event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown;
  };
};

export type Wishes = Pick<Settings, 'updates' | 'updateChannel' | 'serverUrl' | 'ownServer'>;

/** Returns true if updates must be checked again, or at another address. */
export const isOtherFeed = (next: Wishes, previous: Wishes): boolean =>
  (['updates', 'updateChannel', 'serverUrl'] as const).some((name) => next[name] !== previous[name]);

/** Returns where to check for updates; null for the feed in the package. */
export function findFeed(
  { Updates, UpdateUrl }: Pick<Policy, 'Updates' | 'UpdateUrl'>,
  serverUrl: string | null,
): string | null {
  if (UpdateUrl !== undefined) return UpdateUrl;
  return Updates === 'server' && serverUrl !== null ? `${serverUrl.replace(/\/+$/, '')}/updates/` : null;
}

/** Returns the notes as plain text, as feeds from GitHub contain HTML. */
export function readNotes({ releaseNotes }: Release): string | null {
  const notes =
    typeof releaseNotes === 'string'
      ? releaseNotes
      : releaseNotes?.map(({ note }) => note ?? '').join('\n\n');
  const text = notes?.replace(/<[^>]*>/g, '').trim() ?? '';
  return text === '' ? null : text.slice(0, 20_000);
}

export function toFault(error: unknown): NonNullable<UpdatesState['fault']> {
  if (error instanceof RefusedFeed) return error.fault;
  const text = error instanceof Error ? error.message : String(error);
  return /checksum|signature|not signed/i.test(text) ? 'damaged' : 'unreachable';
}

export const untouched: UpdatesState = {
  ...{ status: 'waiting', obstacle: null, version: null, notes: null, progress: null },
  ...{ fault: null, checkedAt: null, previous: null, isTroubled: false, isRollback: false },
};

export const nothingNew = { status: 'current', version: null, notes: null, isRollback: false } as const;

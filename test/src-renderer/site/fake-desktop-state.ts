import type { LibraryList } from '../../../src-main/platform/ipc/contract.ts';

/** What the fake main process starts with; everything is plain JSON, as it crosses into the page. */
export type FakeDesktop = {
  readonly server: Readonly<Record<string, unknown>>;
  readonly session: Readonly<Record<string, unknown>>;
  readonly downloads: readonly Readonly<Record<string, unknown>>[];
  readonly survey: Readonly<Record<string, unknown>>;
  /** Why no download continues. */
  readonly hold?: Readonly<Record<string, unknown>>;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly library: Readonly<Record<string, unknown>>;
  /** What differs from the one library of a person. */
  readonly libraries?: LibraryList;
  /** What agents ask to spend. */
  readonly plans: readonly Readonly<Record<string, unknown>>[];
  /** Open DCC apps, and what was sent to them. */
  readonly dcc: Readonly<Record<string, unknown>>;
  readonly starters: readonly Readonly<Record<string, unknown>>[];
  /** Files that are on their way to be published. */
  readonly outbox?: readonly Readonly<Record<string, unknown>>[];
  /** What people have written about models of the library. */
  readonly notes?: readonly Readonly<Record<string, unknown>>[];
  /** The app has no server yet. */
  readonly isFirstRun?: boolean;
  /** Settings that the organisation has decided. */
  readonly managed?: readonly string[];
  /** What differs from a server with an admin on a computer in one network. */
  readonly ownServer?: Readonly<Record<string, unknown>>;
  /** What differs from the newest version. */
  readonly updates?: Readonly<Record<string, unknown>>;
};

const keychain = { isAvailable: true, message: null };
export const signedOut = {
  status: 'signed-out',
  serverUrl: null,
  userName: null,
  scopes: [],
  userCode: null,
  approveUrl: null,
  expiresAt: null,
  message: null,
  keychain,
};

export const usualDesktop: FakeDesktop = {
  server: { kind: 'bundled', url: 'http://127.0.0.1:8787', status: 'ready', message: null, progress: null },
  session: { ...signedOut, status: 'signed-in', userName: 'Ada Artist' },
  downloads: [],
  survey: {
    ...{ id: 'survey-1', status: 'looking', looked: 0, total: null, files: [], sizeBytes: 0 },
    ...{ priceUsd: 0, balanceUsd: null, freeBytes: null, error: null },
  },
  summary: {
    ...{ active: 1, paused: 0, receivedBytes: 1_200_000, totalBytes: 2_400_000 },
    ...{ bytesPerSecond: 60_000, secondsLeft: 20, fraction: 0.5 },
  },
  library: { folder: '/home/ada/Models', absence: null, places: [], models: [], problems: [] },
  plans: [],
  dcc: { apps: [], jobs: [], problem: null },
  starters: [],
};

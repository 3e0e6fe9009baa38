import { AppError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';

/** Why the data folder cannot be written. `replaced`: its path has another file; `descriptors`: too many open files. */
export type StorageFault = 'full' | 'read-only' | 'locked' | 'replaced' | 'descriptors' | 'broken';

const byCode: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_FULL: 'full',
  // The shared-memory file of the write-ahead log could not grow.
  SQLITE_IOERR_SHMSIZE: 'full',
  EROFS: 'read-only',
  EMFILE: 'descriptors',
  ENFILE: 'descriptors',
  SQLITE_READONLY_DBMOVED: 'replaced',
};
const byFamily: readonly (readonly [prefix: string, fault: StorageFault])[] = [
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CANTOPEN', 'broken'],
  ['SQLITE_IOERR', 'broken'],
];

/** The code of an error from Node, SQLite or a thread. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The data folder's fault behind a failed write; null for other errors. */
export function toStorageFault(error: unknown): StorageFault | null {
  const code = codeOf(error);
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (known !== undefined) return known;
  return byFamily.find(([prefix]) => code.startsWith(prefix))?.[1] ?? null;
}

/** Rethrows an error that is about this process rather than the file: too many open files. */
export function throwIfExhausted(error: unknown): void {
  if (toStorageFault(error) === 'descriptors') throw error;
}

type FaultTexts = {
  /** First half of the sentence for callers. */
  readonly why: string;
  /** The admin's next step, for the log and for a refused start. */
  readonly cure: string;
  readonly retryAfterSeconds: number;
};

const texts: Readonly<Record<StorageFault, FaultTexts>> = {
  full: {
    why: "This server's disk is full",
    cure: 'Free some space there, or move the data folder to a larger disk and set LODESTOCK_DATA_DIR.',
    retryAfterSeconds: 30,
  },
  'read-only': {
    why: "This server's data folder is read-only",
    cure: 'Mount its file system for writing and give the user of the server write access to everything in it.',
    retryAfterSeconds: 30,
  },
  locked: {
    why: "Another program has locked this server's database",
    cure: 'End what holds the write lock; a backup is best made with: node server/main.ts backup FILE.',
    retryAfterSeconds: 2,
  },
  replaced: {
    why: "This server's data folder was moved, deleted or replaced while the server ran",
    cure: 'Put the same folder back, or restart the server to serve what is there now.',
    retryAfterSeconds: 30,
  },
  descriptors: {
    why: 'This server has as many files open as its system allows',
    cure: 'Raise the limit of open files (ulimit -n, or LimitNOFILE in a systemd unit) to 4096 or more.',
    retryAfterSeconds: 10,
  },
  broken: {
    why: "This server's disk reports errors",
    cure: "Look at the system's log for errors of the disk, and at the rights of the data folder.",
    retryAfterSeconds: 30,
  },
};

export const whyOf = (fault: StorageFault) => texts[fault].why;
export const cureOf = (fault: StorageFault) => texts[fault].cure;

/** The error for a change that cannot be written: 507 on a full disk, otherwise 503. */
export function toRefusal(fault: StorageFault): AppError {
  const { why, retryAfterSeconds } = texts[fault];
  return new AppError(
    fault === 'full' ? 'INSUFFICIENT_STORAGE' : 'UNAVAILABLE',
    sentence`${{ why }}, so nothing can be saved. Nothing was changed or charged. Try again later, or tell this server’s admin.`,
    { details: { reason: fault, retryAfterSeconds } },
  );
}

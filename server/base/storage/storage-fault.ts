import { AppError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';

/**
 * Why nothing can be written into the data folder. `replaced`: the database at its path is not the file that is open;
 * `descriptors`: the process may open no more files.
 */
export type StorageFault = 'full' | 'read-only' | 'locked' | 'replaced' | 'descriptors' | 'broken';

const byCode: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_FULL: 'full',
  // The file that connections share their view of the log in could not grow.
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

/** The code of an error of Node, of SQLite, or of one that crossed from a thread. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The data folder's fault behind a failed write; null if the write failed for another reason. */
export function toStorageFault(error: unknown): StorageFault | null {
  const code = codeOf(error);
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (known !== undefined) return known;
  return byFamily.find(([prefix]) => code.startsWith(prefix))?.[1] ?? null;
}

/** Rethrows an error that is about this process rather than the file: it may open no more files. */
export function throwIfExhausted(error: unknown): void {
  if (toStorageFault(error) === 'descriptors') throw error;
}

type FaultTexts = {
  /** The first half of the sentence that a caller reads. */
  readonly why: string;
  /** The admin's next step, for the log and a refused start. */
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

/** The answer to a caller whose change cannot be written: 507 on a full disk, 503 otherwise. */
export function toRefusal(fault: StorageFault): AppError {
  const { why, retryAfterSeconds } = texts[fault];
  return new AppError(
    fault === 'full' ? 'INSUFFICIENT_STORAGE' : 'UNAVAILABLE',
    sentence`${{ why }}, so nothing can be saved. Nothing was changed or charged. Try again later, or tell this server’s admin.`,
    { details: { reason: fault, retryAfterSeconds } },
  );
}

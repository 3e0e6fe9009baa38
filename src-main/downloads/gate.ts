import { AppError, type ErrorCode } from '../../server/contract/errors.ts';

/** Milliseconds between tries; the last one repeats. */
export type RetryDelays = readonly number[];
export const defaultRetryDelays: RetryDelays = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** What a failure that passes holds up: every download of the server, every one into the library, or only the one it met. */
export type Reach = 'server' | 'library' | 'one';

const passing: Partial<Record<ErrorCode, Reach>> = {
  UNAVAILABLE: 'server',
  RATE_LIMITED: 'server',
  UNAUTHENTICATED: 'server',
  INSUFFICIENT_STORAGE: 'library',
  INTERNAL: 'one',
  FILE_HOST_UNAVAILABLE: 'one',
};
/** Disks come back, and programs close their files. */
const passingOnDisk: readonly ErrorCode[] = ['UNAVAILABLE', 'FORBIDDEN'];

/** Null for a failure that trying again cannot cure. An error that is not an AppError is a fault of ours. */
export function findReach(error: unknown): Reach | null {
  if (!(error instanceof AppError)) return null;
  const place = error.details?.place;
  if (passingOnDisk.includes(error.code) && place === 'library') return 'library';
  if (passingOnDisk.includes(error.code) && place === 'file') return 'one';
  return passing[error.code] ?? null;
}

/** How long the server asked to wait, in milliseconds. */
export function readRetryAfter(error: unknown): number {
  const seconds = error instanceof AppError ? error.details?.retryAfterSeconds : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : 0;
}

/** The delay before a try, counted from 0. */
export const delayOf = (delays: RetryDelays, tries: number) =>
  delays[Math.min(tries, delays.length - 1)] ?? 0;

/**
 * Stands before all downloads of a server, or into a library (a circuit breaker): the first failure that every other would meet shuts it.
 * When the wait is over, one download goes ahead; only if it gets through do the others follow.
 */
export type Gate = {
  readonly admits: () => boolean;
  readonly enter: (id: string) => void;
  /** The download got through, so the others will. Returns whether the gate was shut. */
  readonly open: (id: string) => boolean;
  /** The download met a failure that passes. Returns when the next one may try, in milliseconds since 1970. */
  readonly shut: (id: string, leastDelay: number) => number;
  /** The download ended for its own reason. */
  readonly leave: (id: string) => void;
  /** Lets one download try at once: the person asked for it, or something has changed. */
  readonly hurry: () => void;
  /** When the next one may try; null while nothing has to wait for a time. */
  readonly nextTry: () => number | null;
};

export function createGate(delays: RetryDelays, now: () => number): Gate {
  let shutUntil: number | null = null;
  let scout: string | null = null;
  let tries = 0;

  return {
    admits: () => shutUntil === null || (scout === null && now() >= shutUntil),
    enter(id) {
      if (shutUntil !== null) scout = id;
    },
    open() {
      const wasShut = shutUntil !== null;
      shutUntil = null;
      scout = null;
      tries = 0;
      return wasShut;
    },
    shut(id, leastDelay) {
      // Downloads that were under way already bring no news when the gate is shut.
      if (shutUntil === null || scout === id) {
        shutUntil = now() + Math.max(delayOf(delays, tries), leastDelay);
        scout = null;
        tries += 1;
      }
      return shutUntil;
    },
    leave(id) {
      if (scout === id) scout = null;
    },
    hurry() {
      tries = 0;
      if (shutUntil !== null) shutUntil = now();
    },
    nextTry: () => (scout === null ? shutUntil : null),
  };
}

import { setTimeout as delay } from 'node:timers/promises';

export type Bandwidth = {
  /** Waits until so many bytes more may have been received, if there is a limit. Rejects with the signal's reason. */
  readonly take: (bytes: number, signal: AbortSignal) => Promise<void> | undefined;
};

type Clock = {
  readonly now: () => number;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

const realClock: Clock = {
  now: () => performance.now(),
  wait: async (milliseconds, signal) => void (await delay(milliseconds, undefined, { signal })),
};

/** How much may be received ahead after a rest, in milliseconds of the limit. */
const burst = 100;

/**
 * One limit for all downloads together, in bytes per second; null for none. Each piece that arrives is booked at the end of
 * those before it, so that downloads share the limit in the order in which they receive.
 */
export function createBandwidth(limit: () => number | null, clock: Clock = realClock): Bandwidth {
  /** When everything that was taken so far will have passed. */
  let busyUntil = 0;

  return {
    take(bytes, signal) {
      const bytesPerSecond = limit();
      if (bytesPerSecond === null) return undefined;
      const now = clock.now();
      busyUntil = Math.max(busyUntil, now - burst) + (bytes * 1000) / bytesPerSecond;
      return busyUntil > now ? clock.wait(busyUntil - now, signal) : undefined;
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';

export type Bandwidth = ReturnType<typeof createBandwidth>;

type Clock = {
  readonly now: () => number;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

const realClock: Clock = {
  now: () => performance.now(),
  wait: async (milliseconds, signal) => void (await delay(milliseconds, undefined, { signal })),
};

/** How far downloads can run ahead after a pause, in milliseconds of the limit. */
const burst = 100;

/** Limits all downloads together, in bytes per second; null: no limit. Pieces are booked in the order received. */
export function createBandwidth(limit: () => number | null, clock: Clock = realClock) {
  /** When the bytes taken so far are used up. */
  let busyUntil = 0;

  return {
    /** Waits until this many more bytes may be received, if there is a limit. Rejects with the signal's reason. */
    take(bytes: number, signal: AbortSignal): Promise<void> | undefined {
      const bytesPerSecond = limit();
      if (bytesPerSecond === null) return undefined;
      const now = clock.now();
      busyUntil = Math.max(busyUntil, now - burst) + (bytes * 1000) / bytesPerSecond;
      return busyUntil > now ? clock.wait(busyUntil - now, signal) : undefined;
    },
  };
}

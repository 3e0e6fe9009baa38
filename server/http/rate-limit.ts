import type { Clock } from '../clock.ts';
import { AppError } from '../contract/errors.ts';

export type RateLimiter = {
  /** Counts one use; refuses the one that is over the limit, which is not counted. */
  hit(key: string): void;
  /** Milliseconds until the next use is allowed; 0 when it is now. */
  waitFor(key: string): number;
};

type Limit = { readonly max: number; readonly window: number };

/** An exact sliding window: at most `max` uses of a key within any `window` milliseconds. */
export function createRateLimiter(limit: Limit, options: { clock: Clock; what: string }): RateLimiter {
  const uses = new Map<string, number[]>();
  let sweptAt = options.clock();

  const recent = (key: string, now: number) => {
    const times = (uses.get(key) ?? []).filter((time) => time > now - limit.window);
    if (times.length === 0) uses.delete(key);
    else uses.set(key, times);
    return times;
  };
  const sweep = (now: number) => {
    if (now - sweptAt < limit.window) return;
    sweptAt = now;
    for (const key of uses.keys()) recent(key, now);
  };
  const waitFor = (key: string) => {
    const now = options.clock();
    const times = recent(key, now);
    const oldest = times[times.length - limit.max];
    return oldest === undefined ? 0 : oldest + limit.window - now;
  };

  return {
    waitFor,
    hit(key) {
      const now = options.clock();
      sweep(now);
      const wait = waitFor(key);
      if (wait > 0) throw tooMany(options.what, wait);
      uses.set(key, [...recent(key, now), now]);
    },
  };
}

/** RATE_LIMITED with the whole seconds to wait, which the HTTP edge also sends as Retry-After. */
export function tooMany(what: string, waitMilliseconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMilliseconds / 1000));
  const unit = retryAfter === 1 ? 'second' : 'seconds';
  return new AppError('RATE_LIMITED', `Too many ${what}. Wait ${retryAfter} ${unit} and try again.`, {
    details: { retryAfterSeconds: retryAfter },
  });
}

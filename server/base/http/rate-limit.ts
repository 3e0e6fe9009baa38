import { AppError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Clock } from '../clock.ts';

export type RateLimiter = {
  /** Counts one use. Throws if it exceeds the limit; refused uses are not counted. */
  hit(key: string): void;
  /** Milliseconds until the next use is allowed; 0 if it is allowed now. */
  waitFor(key: string): number;
  /** Uses left, and milliseconds until the oldest counted use expires. */
  state(key: string): { readonly remaining: number; readonly reset: number };
};

/** Result of a use; one with a wait was not counted. */
export type Use = { readonly wait: number; readonly remaining: number; readonly reset: number };

/** A limiter that many servers can count together. */
export type SharedLimiter = {
  use(key: string): Promise<Use>;
  waitFor(key: string): Promise<number>;
};
export type OpenLimiter = (limit: Limit, what: string) => SharedLimiter;

export type Limit = { readonly max: number; readonly window: number };

/** Times of uses, oldest first, from index `first`; earlier entries have expired. */
type Uses = { times: number[]; first: number };
const longestWaste = 1024;

/** An exact sliding window: at most `max` uses of a key within any `window` milliseconds. */
export function createRateLimiter(limit: Limit, options: { clock: Clock; what: string }): RateLimiter {
  const known = new Map<string, Uses>();
  let sweptAt = options.clock();

  const recent = (key: string, now: number): Uses => {
    const uses = known.get(key) ?? { times: [], first: 0 };
    const { times } = uses;
    while (uses.first < times.length && (times[uses.first] ?? 0) <= now - limit.window) uses.first += 1;
    if (uses.first === times.length) known.delete(key);
    else if (uses.first > longestWaste) {
      uses.times = times.slice(uses.first);
      uses.first = 0;
    }
    return uses;
  };
  const sweep = (now: number) => {
    if (now - sweptAt < limit.window) return;
    sweptAt = now;
    for (const key of known.keys()) recent(key, now);
  };
  const waitOf = ({ times, first }: Uses, now: number) => {
    const oldest = times.length - first < limit.max ? undefined : times[times.length - limit.max];
    return oldest === undefined ? 0 : oldest + limit.window - now;
  };

  return {
    waitFor(key) {
      const now = options.clock();
      return waitOf(recent(key, now), now);
    },
    state(key) {
      const now = options.clock();
      const { times, first } = recent(key, now);
      const oldest = times[first];
      return {
        remaining: Math.max(0, limit.max - (times.length - first)),
        reset: oldest === undefined ? 0 : oldest + limit.window - now,
      };
    },
    hit(key) {
      const now = options.clock();
      sweep(now);
      const uses = recent(key, now);
      const wait = waitOf(uses, now);
      if (wait > 0) throw tooMany(options.what, wait);
      if (uses.first === uses.times.length) known.set(key, { times: [now], first: 0 });
      else uses.times.push(now);
    },
  };
}

export const limitHere =
  (clock: Clock): OpenLimiter =>
  (limit, what) => {
    const limiter = createRateLimiter(limit, { clock, what });
    return {
      waitFor: async (key) => limiter.waitFor(key),
      async use(key) {
        const wait = limiter.waitFor(key);
        if (wait === 0) limiter.hit(key);
        return { wait, ...limiter.state(key) };
      },
    };
  };

/** RATE_LIMITED with the seconds to wait, rounded up; also sent as Retry-After. */
export function tooMany(what: string, waitMilliseconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMilliseconds / 1000));
  const unit = retryAfter === 1 ? 'second' : 'seconds';
  return new AppError(
    'RATE_LIMITED',
    sentence`Too many ${{ what }}. Wait ${{ count: retryAfter }} ${{ unit }} and try again.`,
    {
      details: { retryAfterSeconds: retryAfter },
    },
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits, type RouteRate } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Caller } from './caller.ts';
import { toNetwork } from './network.ts';
import {
  createRateLimiter,
  type Limit,
  type OpenLimiter,
  type RateLimiter,
  type SharedLimiter,
  tooMany,
} from './rate-limit.ts';

type Call = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller | null;
};

export type RouteRates = ReturnType<typeof createRouteRates>;

type Known = {
  readonly name: RouteRate;
  readonly what: string;
  readonly policy: string;
  readonly per: 'address' | 'caller';
  readonly limiter: RateLimiter;
  readonly shared: SharedLimiter | null;
};
type Left = { readonly remaining: number; readonly reset: number };

const inSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

function tell({ name, policy }: Known, { reply }: Call, { remaining, reset }: Left) {
  reply.header('ratelimit-policy', policy);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${inSeconds(reset)}`);
}

async function countTogether(known: Known, shared: SharedLimiter, call: Call) {
  const { wait, ...left } = await shared.use(toNetwork(call.request.ip));
  tell(known, call, left);
  if (wait > 0) throw tooMany(known.what, wait);
}

function countHere(known: Known, call: Call) {
  const { request, caller } = call;
  const key = known.per === 'caller' && caller !== null ? caller.tokenId : toNetwork(request.ip);
  try {
    known.limiter.hit(key);
  } finally {
    tell(known, call, known.limiter.state(key));
  }
}

type Options = {
  /** Replaces limits of the table, for benchmarks. */
  readonly overrides?: Partial<Record<RouteRate, Limit>>;
  /** Counts an address's uses on all servers together; each server counts alone if absent. */
  readonly openShared?: OpenLimiter | null;
};

/** Applies the rate limits of the contract's route table. */
export function createRouteRates(clock: Clock, { overrides = {}, openShared = null }: Options = {}) {
  const known = new Map<RouteRate, Known>();
  const find = (name: RouteRate): Known => {
    const found = known.get(name);
    if (found) return found;
    const { what, per, ...usual } = limits.routeRates[name];
    const limit = overrides[name] ?? usual;
    const made: Known = {
      ...{ name, what, per },
      limiter: createRateLimiter(limit, { clock, what }),
      policy: `"${name}";q=${limit.max};w=${inSeconds(limit.window)}`,
      shared: per === 'address' ? (openShared?.(limit, name) ?? null) : null,
    };
    known.set(name, made);
    return made;
  };

  return {
    /**
     * Counts a call of a limited route and sends the caller what is left, in the headers of
     * draft-ietf-httpapi-ratelimit-headers. Throws RATE_LIMITED. Returns a promise if many servers count together.
     */
    count(name: RouteRate, call: Call) {
      const rate = find(name);
      return rate.shared === null ? countHere(rate, call) : countTogether(rate, rate.shared, call);
    },
  };
}

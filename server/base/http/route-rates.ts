import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits, type RouteRate } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Caller } from './caller.ts';
import { toNetwork } from './network.ts';
import { createRateLimiter, type Limit, type RateLimiter } from './rate-limit.ts';

type Call = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller | null;
};

export type RouteRates = {
  /**
   * Counts a call of a limited route and tells the caller what is left, in the fields of
   * draft-ietf-httpapi-ratelimit-headers. Throws RATE_LIMITED.
   */
  count(name: RouteRate, call: Call): void;
};

type Known = { readonly limiter: RateLimiter; readonly policy: string; readonly per: 'address' | 'caller' };

const inSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

/** The limits of the contract's table; `overrides` are for measuring. */
export function createRouteRates(
  clock: Clock,
  overrides: Partial<Record<RouteRate, Limit>> = {},
): RouteRates {
  const known = new Map<RouteRate, Known>();
  const find = (name: RouteRate): Known => {
    const found = known.get(name);
    if (found) return found;
    const { what, per, ...usual } = limits.routeRates[name];
    const limit = overrides[name] ?? usual;
    const made = {
      limiter: createRateLimiter(limit, { clock, what }),
      policy: `"${name}";q=${limit.max};w=${inSeconds(limit.window)}`,
      per,
    };
    known.set(name, made);
    return made;
  };

  return {
    count(name, { request, reply, caller }) {
      const { limiter, policy, per } = find(name);
      const key = per === 'caller' && caller !== null ? caller.tokenId : toNetwork(request.ip);
      try {
        limiter.hit(key);
      } finally {
        const { remaining, reset } = limiter.state(key);
        reply.header('ratelimit-policy', policy);
        reply.header('ratelimit', `"${name}";r=${remaining};t=${inSeconds(reset)}`);
      }
    },
  };
}

import type { FastifyRequest } from 'fastify';
import type { Addresses } from '../base/http/addresses.ts';
import { AppError } from '../contract/errors.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Refuses pages of other sites: an Origin that is neither ours, nor of this machine, nor named in the settings. Throws FORBIDDEN. */
export function createOriginGuard(addresses: Addresses, named: readonly string[]) {
  return ({ headers: { origin } }: FastifyRequest) => {
    if (origin === undefined) return;
    const isOurs = URL.canParse(origin) && new URL(addresses.base()).origin === origin;
    const isHere = URL.canParse(origin) && loopback.has(new URL(origin).hostname);
    if (!isOurs && !isHere && !named.includes(origin))
      throw new AppError('FORBIDDEN', 'Pages of other sites may not use this server as an agent would.');
  };
}

import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Addresses } from '../addresses.ts';
import { AppError } from '../contract/errors.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** null for what is no address. */
function toUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/**
 * Refuses what a page of another site could send (DNS rebinding): a Host that is neither ours nor a plain IP address,
 * and an Origin that is neither ours nor of this machine. Throws FORBIDDEN.
 */
export function createHostGuard(addresses: Addresses) {
  const isOurs = (hostname: string) =>
    [addresses.base(), addresses.worker()].some((address) => toUrl(address)?.hostname === hostname);
  return (request: FastifyRequest) => {
    const host = toUrl(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
    const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
    if (!isAddress && !loopback.has(host) && !isOurs(host)) {
      throw new AppError('FORBIDDEN', 'This server does not answer to that host name. Use its own address.');
    }
    const { origin } = request.headers;
    if (origin === undefined) return;
    const from = toUrl(origin);
    if (from === null || !(loopback.has(from.hostname) || origin === toUrl(addresses.base())?.origin)) {
      throw new AppError('FORBIDDEN', 'Pages of other sites may not use this server as an agent would.');
    }
  };
}

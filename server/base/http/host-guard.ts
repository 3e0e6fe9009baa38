import { isIP } from 'node:net';
import os from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';
import type { Addresses } from './addresses.ts';

type Parts = {
  readonly addresses: Addresses;
  /** Other names under which people reach this server. */
  readonly hostNames: readonly string[];
};

/** Health is asked for by balancers and scripts under any name, and tells nothing. */
const isHealth = (url: string) => url === '/healthz' || url === '/readyz';
const isLoopback = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost');
const isAddress = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
const nameOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '');

/**
 * Refuses requests under a name that is not this server's. A page of a stranger can make its own name lead here (DNS
 * rebinding), and its scripts would then count as ours. An IP address cannot be taken over in this way.
 */
export function guardHost(http: FastifyInstance, { addresses, hostNames }: Parts): void {
  const machine = os.hostname().toLowerCase();
  const isOurs = (hostname: string) =>
    isAddress(hostname) ||
    isLoopback(hostname) ||
    [
      nameOf(addresses.base()),
      nameOf(addresses.worker()),
      machine,
      `${machine}.local`,
      ...hostNames,
    ].includes(hostname);
  /** The Host header of the last request that was let in: nearly every request has the same. */
  let lastAccepted: string | null = null;
  const check = ({ headers: { host = '' }, url }: FastifyRequest) => {
    if (host === lastAccepted || isHealth(url)) return;
    const hostname = nameOf(`http://${host}`);
    if (hostname === '' || !isOurs(hostname)) {
      throw new AppError(
        'FORBIDDEN',
        `This server is not known as "${hostname}". Open it at ${addresses.base()}, or ask its admin to add the name to LODESTOCK_HOST_NAMES.`,
      );
    }
    lastAccepted = host;
  };
  http.addHook('onRequest', (request, _reply, done) => {
    try {
      check(request);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

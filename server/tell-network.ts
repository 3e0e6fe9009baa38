import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isLoopback } from './base/http/network.ts';
import { mdnsService } from './contract/mdns.ts';

type Announcement = {
  /** Where people reach the server. */
  readonly url: string;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** The port of multicast DNS; tests use another to hear only each other. */
  readonly mdnsPort: number | null;
};

/** Milliseconds for telling the network that the server goes. */
const goodbye = 1000;

const isOfThisComputer = (name: string) => name === 'localhost' || isLoopback(name.replace(/^\[|\]$/g, ''));

/** Tells programs on the local network, by multicast DNS, where this server is. Answers how to take that back. */
export async function tellNetwork({ url, log, mdnsPort }: Announcement): Promise<() => Promise<void>> {
  const address = new URL(url);
  const name = `Lodestock on ${hostname()}`;
  if (isOfThisComputer(address.hostname)) {
    log.warn(
      { event: 'mdns', url },
      'Nobody else can reach this address, so the local network is not told. Set LODESTOCK_HOST and LODESTOCK_BASE_URL.',
    );
    return async () => {};
  }
  const { Bonjour } = await import('bonjour-service');
  const onError = (error: unknown) =>
    log.warn({ event: 'mdns', err: error }, 'The local network could not be told where this server is.');
  const bonjour = new Bonjour(mdnsPort === null ? {} : { port: mdnsPort }, onError);
  const port = Number(address.port) || (address.protocol === 'https:' ? 443 : 80);
  const service = bonjour.publish({ name, type: mdnsService, port, txt: { url } });
  service.on('error', onError);
  service.on('up', () => log.info({ event: 'mdns', name, url }, 'The local network is told where it is.'));
  const takeBack = () =>
    new Promise<void>((resolve) => bonjour.unpublishAll(() => bonjour.destroy(() => resolve())));
  // A network that is gone must not keep the server from ending.
  return () => Promise.race([takeBack(), delay(goodbye, undefined, { ref: false })]);
}

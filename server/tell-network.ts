import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isLoopback } from './base/http/network.ts';
import { mdnsService } from './contract/mdns.ts';

type Announcement = {
  readonly url: string;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Port for multicast DNS; tests use another so that they hear only each other. */
  readonly mdnsPort: number | null;
};

/** Milliseconds for announcing the shutdown. */
const goodbye = 1000;

const isOfThisComputer = (name: string) => name === 'localhost' || isLoopback(name.replace(/^\[|\]$/g, ''));

/** Announces this server on the local network by multicast DNS. Returns a function that withdraws it. */
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
  // A lost network must not keep the server from stopping.
  return () => Promise.race([takeBack(), delay(goodbye, undefined, { ref: false })]);
}

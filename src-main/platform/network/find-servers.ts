import { setTimeout as delay } from 'node:timers/promises';
import { mdnsService } from '../../../server/contract/mdns.ts';
import { readServerAddress } from './server-address.ts';

type ServerNearby = { readonly name: string; readonly address: string };

type Search = {
  /** Milliseconds to wait for responses. */
  readonly patience?: number;
  /** The multicast DNS port; tests use another one. */
  readonly port?: number;
};

const most = 20;
const unprintable = /\p{C}+/gu;

/** Anyone on the network can announce anything: entries without a server address are ignored, and nothing is joined. */
export function toServerNearby(service: {
  readonly name: unknown;
  readonly txt?: unknown;
}): ServerNearby | null {
  const url: unknown = Object(service.txt).url;
  if (typeof url !== 'string' || url.length > 300) return null;
  const read = readServerAddress(url);
  if (!read.ok || !read.hasScheme) return null;
  const name = String(service.name).replace(unprintable, ' ').trim().slice(0, 80);
  const { host, pathname } = new URL(read.address);
  return { name: name || `${host}${pathname}`.replace(/\/$/, ''), address: read.address };
}

/** Returns servers announced on the local network, one per address. Rejects if the network cannot be queried. */
export async function findServers({ patience = 3000, port }: Search = {}): Promise<ServerNearby[]> {
  const { Bonjour } = await import('bonjour-service');
  const found = new Map<string, ServerNearby>();
  const failed = Promise.withResolvers<never>();
  const bonjour = new Bonjour(port === undefined ? {} : { port }, failed.reject);
  bonjour.find({ type: mdnsService }, (service) => {
    const server = toServerNearby(service);
    if (server !== null && found.size < most) found.set(server.address, server);
  });
  try {
    await Promise.race([delay(patience), failed.promise]);
    return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  } finally {
    bonjour.destroy();
  }
}

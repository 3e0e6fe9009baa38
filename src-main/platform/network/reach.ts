import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** How far a connection goes: this computer, the user's own networks, or the internet. */
type Reach = 'computer' | 'network' | 'internet';

/** Returns all IP addresses of a host name; rejects as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

function createList(v4: readonly (readonly [string, number])[], v6: readonly (readonly [string, number])[]) {
  const list = new BlockList();
  for (const [network, prefix] of v4) list.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of v6) list.addSubnet(network, prefix, 'ipv6');
  return list;
}
const loopback = createList([['127.0.0.0', 8]], [['::1', 128]]);
const ownNetworks = createList(
  [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['169.254.0.0', 16],
    // Shared between a provider and its customers (RFC 6598); also used by Tailscale.
    ['100.64.0.0', 10],
  ],
  [
    ['fc00::', 7],
    ['fe80::', 10],
  ],
);

/** Returns the host of a URL as sockets expect it: IPv6 addresses without brackets. */
export const toBareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** True for names that mean this computer by definition, without DNS. */
export const isLoopbackName = (hostname: string): boolean => /(^|\.)localhost$/i.test(hostname);

export function reachOfAddress(address: string): Reach {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (loopback.check(address, family)) return 'computer';
  return ownNetworks.check(address, family) ? 'network' : 'internet';
}

/** Resolves like the system: DNS, its hosts file, and mDNS where supported. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

export type Destination = { readonly reach: Reach; readonly addresses: readonly string[] };

const order: readonly Reach[] = ['computer', 'network', 'internet'];

/** Returns how far away a host is, judged by the farthest of its addresses. Rejects if the name cannot be resolved. */
export async function findDestination(hostname: string, resolve: Resolve): Promise<Destination> {
  const bare = toBareHost(hostname);
  if (isLoopbackName(bare)) return { reach: 'computer', addresses: ['127.0.0.1'] };
  const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare];
  const reaches = new Set(addresses.map(reachOfAddress));
  return { reach: order.findLast((reach) => reaches.has(reach)) ?? 'internet', addresses };
}

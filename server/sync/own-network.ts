import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPrivateAddress } from '../config/roles.ts';
import { sentence } from '../contract/sentence.ts';
import { HostFault } from './host-fault.ts';

export type Resolve = (hostname: string) => Promise<readonly string[]>;

export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Refuses to send the sync key unencrypted outside your own networks: every address of the name must be in one.
 * Otherwise throws a HostFault, or the resolver's error.
 */
export async function requireOwnNetwork(url: string, resolve: Resolve): Promise<void> {
  const { protocol, hostname } = new URL(url);
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'https:' || bare === 'localhost' || bare.endsWith('.localhost')) return;
  const addresses = isIP(bare) === 0 ? await resolve(bare) : [bare];
  const open = addresses.find((address) => !isPrivateAddress(address));
  if (addresses.length > 0 && open === undefined) return;
  throw new HostFault(
    url,
    sentence`leads to ${{ address: open ?? 'nowhere' }}, outside your own networks, where others could read the sync key. Use https.`,
  );
}

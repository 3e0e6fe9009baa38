import http from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { findDestination, type Resolve } from './reach.ts';

/** Error `code` of an unencrypted request that would leave the user's own networks. */
export const plainHttpCode = 'ERR_PLAIN_HTTP';

class PlainHttpError extends Error {
  readonly code = plainHttpCode;
}

const refuse = (hostname: string, address: string) =>
  new PlainHttpError(
    `${hostname} ${address === hostname ? 'is' : `leads to ${address},`} outside your own networks, where plain http could be read by others`,
  );

/** Returns the addresses of a host. Throws if one of them is on the internet. */
async function findOwnAddresses(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const { reach, addresses } = await findDestination(hostname, resolve);
  if (reach === 'internet') throw refuse(hostname, addresses[0] ?? hostname);
  return addresses;
}

/** Creates the agent for http: connects to exactly the addresses it checked, and never to proxies, which see the token. */
export function createPlainAgent(resolve: Resolve): http.Agent {
  const lookup: LookupFunction = (hostname, options, callback) => {
    findOwnAddresses(hostname, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (options.all) callback(null, found);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
  // Node's agents pass their own options to each connection.
  return new http.Agent({ keepAlive: true, lookup } as http.AgentOptions);
}

/** Throws if a URL contains an internet address itself, as sockets look up only names. */
export async function refuseOpenAddress(url: URL, resolve: Resolve): Promise<void> {
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) await findOwnAddresses(bare, resolve);
}

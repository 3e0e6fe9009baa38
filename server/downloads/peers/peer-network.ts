import { isLoopback, toNetwork } from '../../base/http/network.ts';
import { isPrivateAddress } from '../../contract/private-address.ts';

const thisComputer = 'this computer';

/**
 * Which network an app is in, as far as its address tells: behind one public address, or with the same first half of a
 * private one, as a studio's server sees its own people.
 */
export function networkOf(address: string): string {
  if (isLoopback(address)) return thisComputer;
  const network = toNetwork(address);
  return isPrivateAddress(network) ? network.split('.').slice(0, 2).join('.') : network;
}

/** Whether apps of a network may be told to go there: to private addresses, and on the server's computer to itself. */
export const isPeerAddress = (address: string, network: string): boolean =>
  isPrivateAddress(address) || (network === thisComputer && address === '127.0.0.1');

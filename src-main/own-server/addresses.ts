import { networkInterfaces } from 'node:os';
import { AppError } from '../../server/contract/errors.ts';
import { sentence } from '../../server/contract/sentence.ts';
import { reachOfAddress } from '../platform/network/reach.ts';

/** Returns the IPv4 addresses of this computer on its networks, in the system's order. */
export type ListAddresses = () => readonly string[];

/** Self-assigned and not routable. */
const isLinkLocal = (address: string) => address.startsWith('169.254.');

export const listOwnAddresses: ListAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isLinkLocal(address))
    .map(({ address }) => address);

/** Returns the address of the shared server for others: the chosen one if it exists, else the first. */
export function pickAddress(addresses: readonly string[], wanted: string | null): string | null {
  return addresses.find((address) => address === wanted) ?? addresses[0] ?? null;
}

/** Throws if the server would be reachable from the internet without encryption. */
export function refuseInternet(addresses: readonly string[]): void {
  const found = addresses.find((address) => reachOfAddress(address) === 'internet');
  if (found === undefined) return;
  throw new AppError(
    'FORBIDDEN',
    sentence`This computer is on the internet as ${{ address: found }}, where passwords would travel unencrypted. Share from a computer behind a router, or set up a server with a certificate as docs/admin/reference.md says.`,
  );
}

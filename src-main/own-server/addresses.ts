import { networkInterfaces } from 'node:os';
import { AppError } from '../../server/contract/errors.ts';
import { reachOfAddress } from '../network/reach.ts';

/** The IPv4 addresses under which others reach this computer, in the order of the system. */
export type ListAddresses = () => readonly string[];

/** Only the system gives itself those; they cannot be routed. */
const isLinkLocal = (address: string) => address.startsWith('169.254.');

export const listOwnAddresses: ListAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !isLinkLocal(address))
    .map(({ address }) => address);

/** What other computers call the shared server: the address that the person chose while there is it, else the first. */
export function pickAddress(addresses: readonly string[], wanted: string | null): string | null {
  return addresses.find((address) => address === wanted) ?? addresses[0] ?? null;
}

/** Throws with a sentence where everyone on the internet could ask the server, without encryption. */
export function refuseInternet(addresses: readonly string[]): void {
  const found = addresses.find((address) => reachOfAddress(address) === 'internet');
  if (found === undefined) return;
  throw new AppError(
    'FORBIDDEN',
    `This computer is on the internet as ${found}, where passwords would travel unencrypted. Share from a computer behind a router, or set up a server with a certificate as docs/admin.md says.`,
  );
}

import { isIP } from 'node:net';
import { sentence, type Words } from '../../../server/contract/sentence.ts';
import { toServerAddress } from '../../../server/contract/server-address.ts';
import { isLoopbackName, reachOfAddress, toBareHost } from './reach.ts';

type AddressReading =
  | {
      readonly ok: true;
      readonly address: string;
      /** True if the user typed http:// or https://. */
      readonly hasScheme: boolean;
      readonly hasPort: boolean;
    }
  | { readonly ok: false; readonly fault: Words };

const refuse = (fault: Words): AddressReading => ({ ok: false, fault });
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Returns true for hosts that are this computer by name, so that plain http never leaves it. */
export function isThisComputer(hostname: string): boolean {
  const bare = toBareHost(hostname);
  return isLoopbackName(bare) || (isIP(bare) !== 0 && reachOfAddress(bare) === 'computer');
}

/** Explains that an address would send a sign-in over the internet unencrypted. */
export const openAddressFault = (address: string) =>
  sentence`${{ url: address }} is on the internet and not encrypted, so others could read your sign-in. Use its https:// address; plain http is for servers on your own network.`;

/**
 * Parses a server address that a user typed: with or without https://, with a path, or as a bare IPv6 address. Returns
 * the address, or a sentence about what is wrong. Where a name leads is checked later, on connecting.
 */
export function readServerAddress(text: string): AddressReading {
  const typed = text.trim();
  const hasScheme = scheme.test(typed);
  const url = URL.parse(hasScheme ? typed : `https://${isIP(typed) === 6 ? `[${typed}]` : typed}`);
  if (!url?.hostname || !['http:', 'https:'].includes(url.protocol))
    return refuse(
      sentence`“${{ text: typed }}” is not a valid server address. Enter one like https://models.example.org.`,
    );
  if (url.username || url.password)
    return refuse('Enter the address without a user name or password; you sign in from Lodestock.');
  const address = toServerAddress(url.href);
  if (url.search || url.hash)
    return refuse(
      sentence`Enter only the server address, ${{ url: address }}, without “?”, “#” and what follows.`,
    );
  const bare = toBareHost(url.hostname);
  if (url.protocol === 'http:' && isIP(bare) !== 0 && reachOfAddress(bare) === 'internet')
    return refuse(openAddressFault(address));
  return { ok: true, address, hasScheme, hasPort: url.port !== '' };
}

import { isIP } from 'node:net';
import { isLoopbackName, reachOfAddress, toBareHost } from '../network/reach.ts';

type AddressReading =
  | {
      readonly ok: true;
      readonly origin: string;
      /** Whether the person wrote http:// or https://, and not the name alone. */
      readonly hasScheme: boolean;
      readonly hasPort: boolean;
    }
  | { readonly ok: false; readonly fault: string };

const refuse = (fault: string): AddressReading => ({ ok: false, fault });
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** True for hosts that are this computer by their very name: plain http to them leaves it not. */
export function isThisComputer(hostname: string): boolean {
  const bare = toBareHost(hostname);
  return isLoopbackName(bare) || (isIP(bare) !== 0 && reachOfAddress(bare) === 'computer');
}

/** The sentence for an address that would carry a sign-in over the internet unencrypted. */
export const openAddressFault = (origin: string): string =>
  `${origin} is on the internet and not encrypted, so others could read your sign-in. Use its https:// address; plain http is for servers on your own network.`;

/**
 * Reads a server address that a person typed: with or without https://, also as a bare IPv6 address. Returns its origin,
 * or what is wrong with it as a sentence. Where a name leads is judged when it is connected to.
 */
export function readServerAddress(text: string): AddressReading {
  const typed = text.trim();
  const hasScheme = scheme.test(typed);
  const url = URL.parse(hasScheme ? typed : `https://${isIP(typed) === 6 ? `[${typed}]` : typed}`);
  if (!url?.hostname || !['http:', 'https:'].includes(url.protocol))
    return refuse(`“${typed}” is not a valid server address. Enter one like https://models.example.org.`);
  if (url.username || url.password)
    return refuse('Enter the address without a user name or password; you sign in from Lodestock.');
  if (url.pathname !== '/' || url.search || url.hash)
    return refuse(`Enter only the server address, ${url.origin}, without a path.`);
  const bare = toBareHost(url.hostname);
  if (url.protocol === 'http:' && isIP(bare) !== 0 && reachOfAddress(bare) === 'internet')
    return refuse(openAddressFault(url.origin));
  return { ok: true, origin: url.origin, hasScheme, hasPort: url.port !== '' };
}

import { BlockList, isIP } from 'node:net';

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** True for loopback and private network addresses; of names, only for `localhost`. */
export function isPrivateHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return family !== 0 && privateNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

export type AddressReading =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly fault: string };

const refuse = (fault: string): AddressReading => ({ ok: false, fault });

/** Reads a server address that a person typed. Returns its origin, or what is wrong with it as a sentence. */
export function readServerAddress(text: string): AddressReading {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url?.hostname || !['http:', 'https:'].includes(url.protocol))
    return refuse(`“${typed}” is not a valid server address. Enter one like https://models.example.org.`);
  if (url.username || url.password)
    return refuse('Enter the address without a user name or password; you sign in from Lodestock.');
  if (url.pathname !== '/' || url.search || url.hash)
    return refuse(`Enter only the server address, ${url.origin}, without a path.`);
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname))
    return refuse(
      `${url.origin} is not encrypted, so others could read your token. Use https://, or an address on your own network.`,
    );
  return { ok: true, origin: url.origin };
}

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

/** True for loopback and private network addresses; a name is only believed when it is `localhost`. */
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

/** Reads what a person typed as the address of a server; the answer is its origin, or a sentence. */
export function readServerAddress(text: string): AddressReading {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url?.hostname || !['http:', 'https:'].includes(url.protocol))
    return refuse(`“${typed}” is not the address of a server. Write it like https://models.example.org.`);
  if (url.username || url.password)
    return refuse('Write the address without a name or password; you sign in from the app.');
  if (url.pathname !== '/' || url.search || url.hash)
    return refuse(`Write only the server's address, ${url.origin}, without what follows it.`);
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname))
    return refuse(
      `${url.origin} is not encrypted, so your token could be read on the way. Use https://, or an address on your own network.`,
    );
  return { ok: true, origin: url.origin };
}

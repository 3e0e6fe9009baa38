import { isIP } from 'node:net';
import { z } from 'zod';

export const Role = z.enum(['all', 'site', 'host']);
export type Role = z.infer<typeof Role>;

export const SyncKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, 'Write a secret without spaces, such as `openssl rand -hex 32` gives');

const privateAddress =
  /^(::ffff:)?(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)|^(::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

/** Whether plain HTTP to an IP address can carry a secret: this machine, a private network or Tailscale. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && privateAddress.test(address);

/** Why a file host cannot be followed at this URL, as a sentence; null if it can. */
function findHostFault(text: string): string | null {
  if (!URL.canParse(text)) return `"${text}" is not a valid URL. Write one like https://files.example.org`;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `"${text}" does not start with http:// or https://.`;
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    return 'A file host’s address cannot contain a user name, password, ? or #.';
  const bare = hostname.replace(/^\[|\]$/g, '');
  // Host names are checked on each request.
  if (protocol === 'http:' && isIP(bare) !== 0 && !isPrivateAddress(bare))
    return `"${text}" would send the sync key unencrypted over the internet. Use https.`;
  return null;
}

/** Unique URLs separated by commas, without trailing slashes. */
export const HostList = z.string().transform((text, context) => {
  const hosts = text
    .split(',')
    .map((one) => one.trim().replace(/\/+$/, ''))
    .filter((one) => one !== '');
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index);
  const faults = [
    ...hosts.map(findHostFault),
    twice === undefined ? null : `"${twice}" is listed twice. Remove one.`,
  ].filter((fault) => fault !== null);
  for (const message of faults) context.addIssue({ code: 'custom', message });
  return hosts;
});

type Settings = {
  readonly LODESTOCK_ROLE: Role;
  readonly LODESTOCK_SYNC_KEY?: string | undefined;
  readonly LODESTOCK_HOSTS?: readonly string[] | undefined;
  readonly LODESTOCK_PEERS?: readonly string[] | undefined;
  readonly LODESTOCK_LIBRARY_DIR?: string | undefined;
  readonly LODESTOCK_DEMO?: boolean | undefined;
};

/** Reports settings that are valid one by one but not together. */
export function refuseMixedRoles(value: Settings, context: z.RefinementCtx) {
  const refuse = (name: keyof Settings, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const { LODESTOCK_ROLE: role, LODESTOCK_HOSTS: hosts = [], LODESTOCK_PEERS: peers = [] } = value;
  if (value.LODESTOCK_SYNC_KEY === undefined && role === 'host')
    refuse('LODESTOCK_SYNC_KEY', 'A server with the role "host" needs the sync key of its site.');
  if (value.LODESTOCK_SYNC_KEY === undefined && hosts.length > 0)
    refuse('LODESTOCK_SYNC_KEY', 'A site that follows file hosts needs the sync key it shares with them.');
  if (role === 'host' && hosts.length > 0)
    refuse('LODESTOCK_HOSTS', 'Only a site can follow file hosts. Remove it, or use the role "all".');
  if (peers.length > 0 && (role !== 'site' || hosts.length === 0))
    refuse(
      'LODESTOCK_PEERS',
      'Only a server with the role "site" can copy another site’s catalogue, and it needs the same hosts. Set LODESTOCK_HOSTS too, or remove it.',
    );
  if (role === 'site' && value.LODESTOCK_LIBRARY_DIR !== undefined)
    refuse('LODESTOCK_LIBRARY_DIR', 'A server with the role "site" has no library. Use the role "all".');
  if (role === 'site' && value.LODESTOCK_DEMO === true)
    refuse('LODESTOCK_DEMO', 'A server with the role "site" has no library. Use the role "all".');
}

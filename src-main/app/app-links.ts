import { z } from 'zod';
import { Guid } from '../../server/contract/common.ts';
import type { AppLink } from '../platform/ipc/contract.ts';
import { readServerAddress } from '../platform/network/server-address.ts';

export const linkScheme = 'lodestock';
const longest = 2048;
const InviteCode = z.string().regex(/^[A-Za-z0-9-]{1,100}$/);

/** Returns the values of these names; null if there is any other name or a repeated one. */
function readQuery(query: URLSearchParams, names: readonly string[]): Map<string, string> | null {
  const found = new Map(query);
  const isPlain = found.size === query.size && [...found.keys()].every((name) => names.includes(name));
  return isPlain ? found : null;
}

function readConnect(url: URL): AppLink | null {
  const values =
    url.pathname === '' || url.pathname === '/' ? readQuery(url.searchParams, ['server', 'invite']) : null;
  const server = values?.get('server');
  if (server === undefined) return null;
  const address = readServerAddress(server);
  if (!address.ok || !address.hasScheme) return null;
  const invite = InviteCode.nullable().safeParse(values?.get('invite') ?? null);
  return invite.success ? { kind: 'connect', server: address.address, invite: invite.data } : null;
}

function readModel(url: URL): AppLink | null {
  const guid = Guid.safeParse(url.pathname.slice(1));
  return guid.success && url.search === '' ? { kind: 'model', guid: guid.data } : null;
}

/** Parses a link such as lodestock://model/{guid}. Any page can open one: unknown forms give null, and the user confirms. */
export function readAppLink(text: string): AppLink | null {
  const url = text.length <= longest ? URL.parse(text) : null;
  if (url?.protocol !== `${linkScheme}:` || url.username || url.password || url.port || url.hash) return null;
  if (url.host === 'connect') return readConnect(url);
  return url.host === 'model' ? readModel(url) : null;
}

/** Returns the link in the start arguments. Several links at once are ignored. */
export function findAppLink(args: readonly string[]): AppLink | null {
  const links = args.filter((argument) => argument.toLowerCase().startsWith(`${linkScheme}:`));
  return links.length === 1 ? readAppLink(links[0] ?? '') : null;
}

/** Holds a link until the page takes it, as the page may not have loaded yet. */
export function createLinkBox(onLink: () => void) {
  let waiting: AppLink | null = null;
  return {
    put(link: AppLink | null): void {
      if (link === null) return;
      waiting = link;
      onLink();
    },
    take(): AppLink | null {
      const link = waiting;
      waiting = null;
      return link;
    },
  };
}

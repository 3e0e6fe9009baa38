import { z } from 'zod';
import { Guid } from '../../server/contract/common.ts';
import type { AppLink } from '../ipc/contract.ts';
import { readServerAddress } from '../server-connection/address.ts';

export const linkScheme = 'lodestock';
const longest = 2048;
const InviteCode = z.string().regex(/^[A-Za-z0-9-]{1,100}$/);

/** The only values of these names, each once; null when there is another name, or one twice. */
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

/**
 * What a link such as lodestock://model/{guid} asks for. Any page can open one, so whatever is not exactly of a known
 * form is null, and a link only ever proposes what the person then confirms.
 */
export function readAppLink(text: string): AppLink | null {
  const url = text.length <= longest ? URL.parse(text) : null;
  if (url?.protocol !== `${linkScheme}:` || url.username || url.password || url.port || url.hash) return null;
  if (url.host === 'connect') return readConnect(url);
  return url.host === 'model' ? readModel(url) : null;
}

/** The link among the arguments that the system started the app with; only one that stands alone is believed. */
export function findAppLink(args: readonly string[]): AppLink | null {
  const links = args.filter((argument) => argument.toLowerCase().startsWith(`${linkScheme}:`));
  return links.length === 1 ? readAppLink(links[0] ?? '') : null;
}

type LinkBox = {
  /** Keeps a link until the page takes it; null is ignored. */
  readonly put: (link: AppLink | null) => void;
  /** The last link, once. */
  readonly take: () => AppLink | null;
};

/** The page may not be there yet when a link arrives. */
export function createLinkBox(onLink: () => void): LinkBox {
  let waiting: AppLink | null = null;
  return {
    put(link) {
      if (link === null) return;
      waiting = link;
      onLink();
    },
    take() {
      const link = waiting;
      waiting = null;
      return link;
    },
  };
}

import { AppError } from '../../server/contract/errors.ts';
import { sentence } from '../../server/contract/sentence.ts';
import { isOfServer } from '../../server/contract/server-address.ts';
import { findDestination, type Resolve, resolveBySystem } from '../platform/network/reach.ts';

type LinkRules = {
  readonly serverUrl: () => string | null;
  readonly approveUrl: () => string | null;
  readonly resolve?: Resolve;
};

const licenceHosts: readonly string[] = ['creativecommons.org', 'www.creativecommons.org'];

async function isSafe({ protocol, hostname }: URL, resolve: Resolve): Promise<boolean> {
  if (protocol === 'https:') return true;
  const destination = await findDestination(hostname, resolve).catch(() => null);
  return protocol === 'http:' && destination !== null && destination.reach !== 'internet';
}

/** Opens a link in the default browser. Throws FORBIDDEN if the check rejects it. */
export function createLinkOpener(
  isAllowed: (url: string) => Promise<boolean>,
  openExternal: (url: string) => Promise<void>,
): (url: string) => Promise<void> {
  return async (url) => {
    if (await isAllowed(url)) return openExternal(url);
    throw new AppError(
      'FORBIDDEN',
      sentence`Lodestock only opens pages of your server and licence texts, not ${{ url: url.slice(0, 200) }}. To open it anyway, copy the address into your browser.`,
    );
  };
}

/** Links that may open in the browser: the server's pages, its approval page, licences. Unencrypted: own networks only. */
export function createLinkCheck(rules: LinkRules): (text: string) => Promise<boolean> {
  const { serverUrl, approveUrl, resolve = resolveBySystem } = rules;
  const isWanted = (url: URL): boolean => {
    const server = serverUrl();
    if (server !== null && isOfServer(url, server)) return true;
    if (url.href === approveUrl()) return true;
    return url.protocol === 'https:' && licenceHosts.includes(url.host);
  };
  return async (text) => {
    const url = URL.parse(text);
    if (!url || url.username || url.password || !isWanted(url)) return false;
    return isSafe(url, resolve);
  };
}

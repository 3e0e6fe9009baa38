import { AppError } from '../../server/contract/errors.ts';
import { isPrivateHost } from '../server-connection/address.ts';

type LinkRules = {
  /** Base URL of the connected server; null when there is none. */
  readonly serverUrl: () => string | null;
  /** The approval page of the current sign-in; null when there is none. */
  readonly approveUrl: () => string | null;
};

const licenceHosts: readonly string[] = ['creativecommons.org', 'www.creativecommons.org'];

function isWebUrl(url: URL): boolean {
  if (url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateHost(url.hostname));
}

/** Opens a link in the default browser if the check allows it; throws FORBIDDEN otherwise. */
export function createLinkOpener(
  isAllowed: (url: string) => boolean,
  openExternal: (url: string) => Promise<void>,
): (url: string) => Promise<void> {
  return async (url) => {
    if (isAllowed(url)) return openExternal(url);
    throw new AppError(
      'FORBIDDEN',
      `Lodestock only opens pages of your server and licence texts, not ${url.slice(0, 200)}. To open it anyway, copy the address into your browser.`,
    );
  };
}

/** Which links may open in the default browser: pages of the connected server, its approval page, and licence texts. */
export function createLinkCheck({ serverUrl, approveUrl }: LinkRules): (text: string) => boolean {
  return (text) => {
    const url = URL.parse(text);
    if (!url || !isWebUrl(url)) return false;
    const server = serverUrl();
    if (server !== null && url.origin === new URL(server).origin) return true;
    if (url.href === approveUrl()) return true;
    return url.protocol === 'https:' && licenceHosts.includes(url.host);
  };
}

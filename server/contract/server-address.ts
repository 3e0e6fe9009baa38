/** Returns a server's identity: its address with its base path, without a trailing slash; other text unchanged. */
export function toServerAddress(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : url.origin + url.pathname.replace(/\/+$/, '');
}

/** True if a page belongs to the server at an address, not to something else on the same host. */
export const isOfServer = (page: URL, server: string): boolean =>
  `${page.origin}${page.pathname}/`.startsWith(`${toServerAddress(server)}/`);

/**
 * What tells one server from another: its address, with the path that it may live below, without a slash at the end. A text that is no
 * address stands for itself.
 */
export function toServerAddress(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : url.origin + url.pathname.replace(/\/+$/, '');
}

/** Whether a page belongs to the server at an address, and not to what else lives under its name. */
export const isOfServer = (page: URL, server: string): boolean =>
  `${page.origin}${page.pathname}/`.startsWith(`${toServerAddress(server)}/`);

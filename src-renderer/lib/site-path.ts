/**
 * The prefix of every path of the server: `/studio/lodestock` if it is served below a path, else empty. The server sets
 * it in the page; the desktop's window has none.
 */
export const sitePath = readSitePath(typeof document === 'undefined' ? null : document);

function readSitePath(document: Pick<Document, 'querySelector'> | null): string {
  const href = document?.querySelector('base')?.getAttribute('href') ?? '/';
  return href.replace(/\/$/, '');
}

/** Removes the prefix from a path; null for a page that belongs to another site on the same host. */
export function withoutSite(path: string, site = sitePath): string | null {
  if (path !== site && !path.startsWith(`${site}/`)) return null;
  return path.slice(site.length) || '/';
}

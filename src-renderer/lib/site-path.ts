/**
 * What stands before every path of the server: `/studio/lodestock` where it lives below a path of its address, else nothing. The
 * server names it in the page; the desktop's window has no such name.
 */
export const sitePath = readSitePath(typeof document === 'undefined' ? null : document);

function readSitePath(document: Pick<Document, 'querySelector'> | null): string {
  const href = document?.querySelector('base')?.getAttribute('href') ?? '/';
  return href.replace(/\/$/, '');
}

/** A path as the server knows it; null for a page of somebody else on the same host. */
export function withoutSite(path: string, site = sitePath): string | null {
  if (path !== site && !path.startsWith(`${site}/`)) return null;
  return path.slice(site.length) || '/';
}

import type { FastifyInstance } from 'fastify';

/** The path of a public URL, such as `/studio/lodestock`; empty if it has none. */
export const pathOf = (address: string | null): string =>
  address === null ? '' : new URL(address).pathname.replace(/\/$/, '');

/** Rewrites a page for a server below a path: its relative addresses start there. */
export const placePage = (html: string, root: string): string =>
  root === '' ? html : html.replace(/<base href="\/" ?\/?>/, () => `<base href="${root}/" />`);

/** The path that routes match. A reverse proxy may strip the prefix or keep it. */
export function withoutRoot(url: string, root: string): string {
  if (!url.startsWith(root)) return url;
  const rest = url.slice(root.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** Prefixes redirects within the server with the public path. */
export function redirectBelow(http: FastifyInstance, root: string): void {
  if (root === '') return;
  http.addHook('onSend', (_request, reply, payload, done) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string' && location.startsWith('/') && !location.startsWith('//'))
      reply.header('location', `${root}${location}`);
    done(null, payload);
  });
}

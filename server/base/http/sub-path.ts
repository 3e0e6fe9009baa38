import type { FastifyInstance } from 'fastify';

/** The path of a public address, as `/studio/lodestock`; empty where the address has none. */
export const pathOf = (address: string | null): string =>
  address === null ? '' : new URL(address).pathname.replace(/\/$/, '');

/** A page as people see it who reach the server below a path: its relative addresses start there. */
export const placePage = (html: string, root: string): string =>
  root === '' ? html : html.replace(/<base href="\/" ?\/?>/, () => `<base href="${root}/" />`);

/** The path of a request as the routes know it. A web server in front may take the root away, or leave it there. */
export function withoutRoot(url: string, root: string): string {
  if (!url.startsWith(root)) return url;
  const rest = url.slice(root.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** Lets redirects within the server lead to where people see it. */
export function redirectBelow(http: FastifyInstance, root: string): void {
  if (root === '') return;
  http.addHook('onSend', (_request, reply, payload, done) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string' && location.startsWith('/') && !location.startsWith('//'))
      reply.header('location', `${root}${location}`);
    done(null, payload);
  });
}

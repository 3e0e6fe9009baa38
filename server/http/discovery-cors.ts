import type { FastifyInstance } from 'fastify';

/** Addresses that every site may read. */
export const isDiscoveryPath = (url: string) =>
  /^\/(api-embeddings|api\/models|api\/manifest\.yaml|assets\/(plugins|manifests))(\/|\?|$)/.test(url);

const origin = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'etag, retry-after' };
const preflight = {
  ...origin,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/** Lets every site read discovery and assets, failures and 304 too; preflights are answered for conditional requests. */
export function openToEverySite(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isDiscoveryPath(request.url)) return done();
    if (request.method === 'OPTIONS') return void reply.headers(preflight).code(204).send();
    reply.headers(origin);
    done();
  });
}

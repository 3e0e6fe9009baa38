import type { FastifyInstance } from 'fastify';

const isDiscoveryPath = (url: string) =>
  /^\/(api-embeddings|api\/models|api\/manifest\.yaml|assets\/(plugins|manifests))(\/|\?|$)/.test(url);

/** Addresses of files, which every site may read as well: who may have them is said by the address itself. */
export const isFilePath = (url: string) => /^\/(data|leaves|zip|posters|viewer-asset)\//.test(url);

/** What stays open in a private catalogue: no models, and files under a capability. */
const isAssetPath = (url: string) =>
  /^\/(api\/manifest\.yaml|assets\/(plugins|manifests))(\/|\?|$)/.test(url);
const isGrantedPath = (url: string) => /^\/(data|leaves|zip)\//.test(url);
/** Whether every site may read what is answered there. */
export const isOpenToEverySite = (url: string) => isDiscoveryPath(url) || isFilePath(url);

const origin = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'etag, retry-after' };
const preflight = {
  ...origin,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/**
 * Lets every site read discovery and assets, failures and 304 too. Preflights are answered for conditional requests,
 * and for those of parts of a file, which says itself that it may be read.
 */
export function openToEverySite(app: FastifyInstance, isPrivate: boolean) {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request;
    const isDiscovery = isPrivate ? isAssetPath(url) : isDiscoveryPath(url);
    const isFile = isPrivate ? isGrantedPath(url) : isFilePath(url);
    if (method === 'OPTIONS' && (isDiscovery || isFile))
      return void reply.headers(preflight).code(204).send();
    if (isDiscovery) reply.headers(origin);
    done();
  });
}

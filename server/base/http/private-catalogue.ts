import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteDefinition } from '../../contract/define.ts';
import { AppError } from '../../contract/errors.ts';
import { routes } from '../../contract/index.ts';
import { pagePaths } from '../../contract/pages.ts';
import { isDiscovery } from './bind.ts';
import { toPrivateCaching, variesByCaller } from './private-caching.ts';

/**
 * Route patterns that need no sign-in on a server with a private catalogue: sign-in, health, pages without content,
 * shared links, plugin update feeds, OAuth metadata, and routes that check a key, session or capability themselves.
 */
const openPatterns: ReadonlySet<string> = new Set([
  ...Object.values<RouteDefinition>(routes)
    .filter((route) => !isDiscovery(route))
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
  ...pagePaths,
  ...[
    '/healthz',
    '/readyz',
    '/metrics',
    '/updates/:name',
    '/updates/:channel/:name',
    '/api/manifest.yaml',
    '/posters-render',
    '/ui/*',
  ],
  ...['/auth/oidc', '/auth/oidc/callback', '/auth/oidc/sign-out', '/auth/oidc/logout'],
  ...['/oauth/device_authorization', '/oauth/token', '/oauth/revoke', '/oauth/authorize', '/oauth/register'],
  ...[
    '/data/:capability/:guid/*',
    '/leaves/:capability/:guid/*',
    '/zip/:capability/:guid/*',
    '/f/:sha256/:guid/*',
  ],
  ...['/download/:guid/format/:extension', '/download/:guid/complete'],
  ...['/download/:guid/textures', '/download/:guid/all'],
  ...['/s/:token', '/s/:token/oembed', '/s/:token/viewer-asset/:guid/files/*', '/embed/:token'],
]);

const isOpen = ({ routeOptions: { url } }: FastifyRequest) =>
  url === undefined || openPatterns.has(url) || /^\/(assets|\.well-known)\//.test(url);

const refusal = () =>
  new AppError(
    'UNAUTHENTICATED',
    'This server shows its models only to people who are signed in. Sign in, or send a valid token as "Authorization: Bearer …".',
  );

/** Refuses unknown callers everything about models, before any lookup, and every route that is not on the list. */
export function keepCataloguePrivate(
  app: FastifyInstance,
  isKnown: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isOpen(request) || isKnown(request) ? undefined : refusal());
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!isOpen(request)) {
      const told = reply.getHeader('cache-control');
      reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers');
      reply.header('vary', variesByCaller);
      reply.header('cache-control', toPrivateCaching(typeof told === 'string' ? told : 'private, no-cache'));
    }
    done();
  });
}

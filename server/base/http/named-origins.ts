import type { FastifyInstance } from 'fastify';

/** Routes that take a token. Credentials are not allowed here, so browsers never send the cookie. */
const isTokenPath = (url: string) => /^\/(api|mcp|oauth)(\/|\?|$)/.test(url);

const exposed = 'etag, mcp-session-id, retry-after, www-authenticate, x-request-id';
const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
  'access-control-allow-headers':
    'accept, authorization, content-type, last-event-id, mcp-protocol-version, mcp-session-id',
  'access-control-max-age': '7200',
};

/** Allows web apps of these origins to use the token routes: formats and downloads, OAuth, MCP. */
export function openToNamedOrigins(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return;
  const named = new Set(origins);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (!isTokenPath(request.url)) return done();
    // Set on the raw response, because MCP writes its own head.
    reply.raw.setHeader('vary', 'Origin');
    if (origin === undefined || !named.has(origin)) return done();
    if (request.method === 'OPTIONS')
      return void reply
        .headers({ ...preflight, 'access-control-allow-origin': origin })
        .code(204)
        .send();
    if (!reply.hasHeader('access-control-allow-origin')) {
      reply.raw.setHeader('access-control-allow-origin', origin);
      reply.raw.setHeader('access-control-expose-headers', exposed);
    }
    done();
  });
}

import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../../../base/http/addresses.ts';
import { scopes } from '../../../contract/common.ts';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
export const oauthPaths = {
  start: '/oauth/device_authorization',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
};

/** The resources that take our tokens, as paths below our address: the whole server, and MCP under its agents' address. */
const resources = ['', '/mcp', '/mcp/'];
const headers = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };

/**
 * Tells OAuth clients where everything is (RFC 8414) and whose tokens are taken (RFC 9728). Of an address with a path, those
 * documents are at the root of its host, with that path behind them; some clients ask below the path instead.
 */
export function registerOauthMetadata(http: FastifyInstance, addresses: Addresses): void {
  const { base } = addresses;
  for (const root of new Set(['', addresses.root])) {
    http.get(`/.well-known/oauth-authorization-server${root}`, async (_request, reply) =>
      reply.headers(headers).send({
        issuer: base(),
        device_authorization_endpoint: `${base()}${oauthPaths.start}`,
        token_endpoint: `${base()}${oauthPaths.token}`,
        revocation_endpoint: `${base()}${oauthPaths.revoke}`,
        revocation_endpoint_auth_methods_supported: ['none'],
        grant_types_supported: [deviceGrant],
        response_types_supported: [],
        token_endpoint_auth_methods_supported: ['none'],
        scopes_supported: [...scopes],
        service_documentation: `${base()}/api/manifest.yaml`,
      }),
    );
    for (const place of resources)
      http.get(`/.well-known/oauth-protected-resource${root}${place}`, async (_request, reply) =>
        reply.headers(headers).send({
          resource: `${base()}${place}`,
          authorization_servers: [base()],
          scopes_supported: [...scopes],
          bearer_methods_supported: ['header'],
          resource_documentation: `${base()}/api/manifest.yaml`,
        }),
      );
  }
}

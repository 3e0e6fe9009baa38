import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../../../base/http/addresses.ts';
import { agentScopes, scopes } from '../../../contract/common.ts';
import type { OauthClients } from './oauth-clients.ts';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
export const oauthPaths = {
  start: '/oauth/device_authorization',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  authorize: '/oauth/authorize',
  register: '/oauth/register',
};

export const grants = (hasClients: boolean) => [
  ...(hasClients ? ['authorization_code', 'refresh_token'] : []),
  deviceGrant,
];

/** Resources that accept our tokens, as paths below our address: the whole server, and the MCP endpoints. */
export const resources = ['', '/mcp', '/mcp/sse', '/mcp/account'];
const headers = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };

/**
 * Serves OAuth metadata: endpoints (RFC 8414) and the resources' authorization server (RFC 9728). For a server below a
 * path, the standard puts these documents at the root of the host, with the path appended; some clients look below the
 * path instead.
 */
export function registerOauthMetadata(
  http: FastifyInstance,
  addresses: Addresses,
  clients: OauthClients | null,
): void {
  const { base } = addresses;
  for (const root of new Set(['', addresses.root])) {
    http.get(`/.well-known/oauth-authorization-server${root}`, async (_request, reply) =>
      reply.headers(headers).send({
        issuer: base(),
        device_authorization_endpoint: `${base()}${oauthPaths.start}`,
        token_endpoint: `${base()}${oauthPaths.token}`,
        revocation_endpoint: `${base()}${oauthPaths.revoke}`,
        revocation_endpoint_auth_methods_supported: ['none'],
        grant_types_supported: grants(clients !== null),
        ...(clients === null ? { response_types_supported: [] } : toCodeFlow(base(), clients)),
        token_endpoint_auth_methods_supported: ['none'],
        scopes_supported: [...scopes],
        service_documentation: `${base()}/api/manifest.yaml`,
      }),
    );
    for (const place of [...resources, '/mcp/'])
      http.get(`/.well-known/oauth-protected-resource${root}${place}`, async (_request, reply) =>
        reply.headers(headers).send({
          resource: `${base()}${place}`,
          authorization_servers: [base()],
          // Agents request every scope listed here.
          scopes_supported: place === '' ? [...scopes] : [...agentScopes],
          bearer_methods_supported: ['header'],
          resource_documentation: `${base()}/api/manifest.yaml`,
        }),
      );
  }
}

const toCodeFlow = (base: string, { readsDocuments }: OauthClients) => ({
  authorization_endpoint: `${base}${oauthPaths.authorize}`,
  registration_endpoint: `${base}${oauthPaths.register}`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: readsDocuments,
});

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Callers } from '../accounts/access/callers.ts';
import { readBearer } from '../accounts/access/presented-tokens.ts';
import type { Addresses } from '../base/http/addresses.ts';
import { agentScopes } from '../contract/common.ts';
import { AppError } from '../contract/errors.ts';

export type McpDoor = ReturnType<typeof createDoor>;

/** For clients that sign in only when they are refused; otherwise identical to /mcp. */
export const accountPath = '/mcp/account';
const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

/** Lets agents connect without a token, but not with an invalid one, so that they learn about it at once. */
export function createDoor(callers: Callers, { base, root }: Pick<Addresses, 'base' | 'root'>) {
  /** Tells a client where to sign in and which scopes to request (RFC 6750, RFC 9728). */
  const challenge = (request: FastifyRequest, error: 'invalid_token' | 'insufficient_scope' | null) => {
    const place = pathOf(request) === accountPath ? accountPath : '/mcp';
    const metadata = `${new URL(base()).origin}/.well-known/oauth-protected-resource${root}${place}`;
    const why = error === null ? '' : `error="${error}", `;
    return `Bearer ${why}scope="${agentScopes.join(' ')}", resource_metadata="${metadata}"`;
  };
  return {
    challenge,
    /** Throws UNAUTHENTICATED. */
    async admit(request: FastifyRequest) {
      const { authorization } = request.headers;
      if (authorization === undefined) {
        if (pathOf(request) !== accountPath) return;
        throw new AppError(
          'UNAUTHENTICATED',
          'Sign in first: this address is for agents that act for an account.',
        );
      }
      const token = readBearer(request.headers);
      if (token !== null) await callers.know(token);
      if (token !== null && callers.find(token) !== null) return;
      throw new AppError(
        'UNAUTHENTICATED',
        'The token or API key is not valid: it was mistyped, revoked or has expired. Sign in again, or make a new key on the account page.',
      );
    },
    /** Adds where to sign in to refusals that Fastify sends. */
    tell(request: FastifyRequest, reply: FastifyReply) {
      if (reply.statusCode !== 401) return;
      const isWrong = request.headers.authorization !== undefined;
      reply.header('www-authenticate', challenge(request, isWrong ? 'invalid_token' : null));
    },
  };
}

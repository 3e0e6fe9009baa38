import type { FastifyRequest } from 'fastify';
import type { TokenUses } from '../accounts/token-uses.ts';
import type { Caller, Tokens } from '../accounts/tokens.ts';
import type { RouteDefinition } from '../contract/define.ts';
import { AppError } from '../contract/errors.ts';
import type { Sessions } from './session.ts';

const bearer = /^Bearer ([A-Za-z0-9_-]{1,200})$/i;

export type Authenticate = (request: FastifyRequest) => Caller | null;

type Parts = { readonly tokens: Tokens; readonly sessions: Sessions; readonly uses: Pick<TokenUses, 'note'> };

/** Reads who calls: a Bearer token first, else the session cookie. A token in the address is never looked at. */
export function createAuthenticate({ tokens, sessions, uses }: Parts): Authenticate {
  const read = (request: FastifyRequest): Caller | null => {
    const header = request.headers.authorization;
    if (header !== undefined) {
      const token = bearer.exec(header)?.[1];
      const caller = token === undefined ? null : tokens.find(token);
      return caller?.kind === 'session' ? null : caller;
    }
    return sessions.read(request);
  };
  return (request) => {
    const caller = read(request);
    if (caller !== null) uses.note(caller.tokenId, request.ip);
    return caller;
  };
}

function readableKind(kind: Caller['kind']) {
  const names = {
    user: 'a user token',
    plugin: "an app's token",
    apiKey: 'an API key',
    session: 'a browser session',
  };
  return names[kind];
}

/** Lets a caller through, or says in one sentence what is missing. */
export function requireCaller(route: RouteDefinition, caller: Caller | null): Caller {
  if (!caller) {
    throw new AppError('UNAUTHENTICATED', 'Sign in first: send a valid token as "Authorization: Bearer …".');
  }
  if (!route.callers.includes(caller.kind)) {
    throw new AppError(
      'FORBIDDEN',
      `This address does not accept ${readableKind(caller.kind)}. Use another sign-in.`,
    );
  }
  if (route.role === 'admin' && caller.role !== 'admin') {
    throw new AppError('FORBIDDEN', 'Only admins of this server may do this. Ask one of them.');
  }
  const missing = route.scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0) {
    throw new AppError(
      'INSUFFICIENT_SCOPE',
      `The sign-in does not include ${missing.join(', ')}. Sign in again and leave it ticked.`,
      { details: { required: missing } },
    );
  }
  return caller;
}

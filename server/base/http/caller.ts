import type { FastifyRequest } from 'fastify';
import type { User } from '../../contract/accounts/accounts.ts';
import type { CallerKind, RouteDefinition } from '../../contract/define.ts';
import { AppError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';

export type Caller = {
  readonly kind: CallerKind;
  readonly tokenId: string;
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly role: User['role'];
  /** Path of the part of the server that the token was issued for; empty for the whole server. */
  readonly resource: string;
};

export type Authenticate = (request: FastifyRequest) => Caller | null;

function readableKind(kind: Caller['kind']) {
  const names = {
    user: 'a user token',
    plugin: "an app's token",
    apiKey: 'an API key',
    session: 'a browser session',
  };
  return names[kind];
}

/** Returns the caller if the route admits it; otherwise throws one sentence about what is missing. */
export function requireCaller(route: RouteDefinition, caller: Caller | null): Caller {
  if (!caller) {
    throw new AppError('UNAUTHENTICATED', 'Sign in first: send a valid token as "Authorization: Bearer …".');
  }
  if (!route.callers.includes(caller.kind)) {
    throw new AppError(
      'FORBIDDEN',
      sentence`This address does not accept ${{ kind: readableKind(caller.kind) }}. Use another sign-in.`,
    );
  }
  if (route.role === 'admin' && caller.role !== 'admin') {
    throw new AppError('FORBIDDEN', 'Only admins of this server may do this. Ask one of them.');
  }
  if (route.role === 'publisher' && caller.role === 'member') {
    throw new AppError(
      'FORBIDDEN',
      'Only publishers of this server may publish models. Ask an admin to make you one.',
    );
  }
  const missing = route.scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0) {
    throw new AppError(
      'INSUFFICIENT_SCOPE',
      sentence`The sign-in does not include ${{ scopes: missing.join(', ') }}. Sign in again and leave that permission ticked.`,
      { details: { required: missing } },
    );
  }
  return caller;
}

import type { FastifyRequest } from 'fastify';
import type { Authenticate, Caller } from '../base/http/caller.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { TokenUses } from './token-uses.ts';
import type { Tokens } from './tokens.ts';

const bearer = /^Bearer ([A-Za-z0-9_-]{1,200})$/i;

type Parts = {
  readonly tokens: Tokens;
  readonly sessions: BrowserSessions;
  readonly uses: Pick<TokenUses, 'note'>;
};

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

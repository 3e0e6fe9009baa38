import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../contract/accounts/accounts.ts';
import type { TokenUses } from '../access/token-uses.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { SignInPlaces } from './sign-in-places.ts';

type Parts = {
  readonly sessions: BrowserSessions;
  readonly places: SignInPlaces;
  readonly uses: TokenUses;
};
type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
export type StartSession = ReturnType<typeof createStartSession>;

/** Signs a browser in: replaces its session and remembers its device. */
export function createStartSession({ sessions, places, uses }: Parts) {
  return async (
    exchange: Exchange,
    user: User,
    companySession: string | null = null,
  ): Promise<{ readonly csrfToken: string }> => {
    const { request, reply } = exchange;
    await sessions.end(request, reply);
    reply.removeHeader('set-cookie');
    const { csrfToken, tokenId } = await sessions.start(exchange, user.id, companySession);
    const device = sessions.keepDevice(exchange);
    await places.note(user.id, { address: request.ip, device });
    uses.note(tokenId, request.ip);
    return { csrfToken };
  };
}

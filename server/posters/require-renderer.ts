import type { FastifyRequest } from 'fastify';
import type { BrowserSessions } from '../accounts/sign-in/browser-sessions.ts';
import { isSameText } from '../base/keys.ts';
import { AppError } from '../contract/errors.ts';

/** Returns the renderer's name in the queue. Throws UNAUTHENTICATED or FORBIDDEN for everyone else. */
export type RequireRenderer = (request: FastifyRequest) => string;

type Parts = {
  readonly key: string;
  readonly holder: string;
  /** Null if there are no accounts. */
  readonly sessions: Pick<BrowserSessions, 'read' | 'guard'> | null;
};

export function showsKey({ headers }: FastifyRequest, key: string): boolean {
  return isSameText(/^Bearer (\S{1,200})$/i.exec(headers.authorization ?? '')?.[1] ?? '', key);
}

/** A renderer has this server's key, or is the browser of a signed-in admin. */
export function createRequireRenderer({ key, holder, sessions }: Parts): RequireRenderer {
  return (request) => {
    if (request.headers.authorization !== undefined) {
      if (showsKey(request, key)) return holder;
    } else {
      const caller = sessions?.read(request);
      if (caller && caller.role !== 'admin')
        throw new AppError(
          'FORBIDDEN',
          'Only admins can render posters. Sign in as an admin of this server.',
        );
      if (caller) {
        if (request.method !== 'GET') sessions?.guard(request);
        return `admin ${caller.accountId}`;
      }
    }
    throw new AppError('UNAUTHENTICATED', 'Sign in as an admin of this server to render posters.');
  };
}

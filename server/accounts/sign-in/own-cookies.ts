import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Addresses } from '../../base/http/addresses.ts';
import { sessionCookieOf } from '../access/presented-tokens.ts';

type OwnCookie = {
  readonly value: string;
  /** Seconds; 0 deletes it. */
  readonly maxAge: number;
};

/** HttpOnly cookies of this server: the session's, and others with a suffix such as "-device". */
export function createOwnCookies({ base }: Pick<Addresses, 'base'>) {
  const nameOf = (ending: string) => `${sessionCookieOf(base()).name}${ending}`;
  return {
    nameOf,
    read: ({ headers }: Pick<FastifyRequest, 'headers'>, ending: string) =>
      parseCookie(headers.cookie ?? '')[nameOf(ending)],
    set(reply: FastifyReply, ending: string, cookie: OwnCookie): void {
      const { path, isSecure } = sessionCookieOf(base());
      const rules = { path, httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
      reply.header('set-cookie', stringifySetCookie({ name: nameOf(ending), ...cookie, ...rules }));
    },
  };
}

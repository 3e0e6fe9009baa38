import type { FastifyRequest } from 'fastify';

const bearer = /^Bearer ([A-Za-z0-9_-]{1,200})$/i;

/** The names of the session's cookie: over HTTPS, and without. */
export const sessionCookies = { secure: '__Host-lodestock', plain: 'lodestock' };

export const readBearer = ({ authorization }: FastifyRequest['headers']): string | null =>
  bearer.exec(authorization ?? '')?.[1] ?? null;

/** Begins a value in quotes that has what ends a cookie. */
const quoted = /=\s*"[^";]*;/;

/**
 * The session's cookie of this name. One that is sent twice, or next to quotes that could hide it, is ignored: a load
 * balancer would take another caller for its own, and spread the requests of one session.
 */
export function readSessionCookie({ cookie = '' }: FastifyRequest['headers'], name: string): string | null {
  if (!cookie.includes(name) || quoted.test(cookie)) return null;
  const values = cookie.split(/[;,]/).flatMap((pair) => {
    const [key = '', value = ''] = pair.split('=', 2);
    return key.trim() === name ? [value.trim()] : [];
  });
  const [only = ''] = values;
  return values.length === 1 && only !== '' ? only : null;
}

const none: readonly string[] = [];

/** Every token that a request may be answered for. */
export function presentedTokens(headers: FastifyRequest['headers']): readonly string[] {
  if (headers.authorization === undefined && headers.cookie === undefined) return none;
  const sessions = Object.values(sessionCookies).map((name) => readSessionCookie(headers, name));
  return [readBearer(headers), ...sessions].filter((one) => one !== null).filter((one) => one.length <= 200);
}

import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const bearer = /^Bearer ([A-Za-z0-9_-]{1,200})$/i;

/**
 * The session cookie's name and path. Servers on one host share cookies regardless of port and path, so each uses its
 * own name. Browsers accept `__Host-` only for cookies of the whole host.
 */
export function sessionCookieOf(base: string) {
  const { protocol, port, pathname } = new URL(base);
  const root = pathname.replace(/\/+$/, '');
  const place = `${port}${root}`;
  const isSecure = protocol === 'https:';
  const prefix = isSecure ? (root === '' ? '__Host-' : '__Secure-') : '';
  const suffix = place === '' ? '' : `-${hash('sha256', place, 'hex').slice(0, 8)}`;
  return { name: `${prefix}lodestock${suffix}`, path: root || '/', isSecure };
}
const sessionName = /(?:^|[;,])\s*((?:__(?:Host|Secure)-)?lodestock(?:-[0-9a-f]{8})?)(?=\s*=)/g;
/** Limit of session cookies from servers on one host that are looked up. */
const mostSessions = 4;

export const readBearer = ({ authorization }: FastifyRequest['headers']): string | null =>
  bearer.exec(authorization ?? '')?.[1] ?? null;

/** A quoted value that contains a separator of cookies. */
const quoted = /=\s*"[^";]*;/;

/**
 * Reads the session cookie of this name. Ignores one that is sent twice, or beside quotes that could hide it: a load
 * balancer would attribute it to another caller and spread one session's requests.
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

export function presentedTokens(headers: FastifyRequest['headers']): readonly string[] {
  const names = new Set([...(headers.cookie ?? '').matchAll(sessionName)].map(([, name = '']) => name));
  const sessions = [...names].slice(0, mostSessions).map((name) => readSessionCookie(headers, name));
  return [readBearer(headers), ...sessions].filter((one) => one !== null).filter((one) => one.length <= 200);
}

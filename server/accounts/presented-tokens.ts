import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';

const bearer = /^Bearer ([A-Za-z0-9_-]{1,200})$/i;

/** The names of the session's cookie: over HTTPS, and without. */
export const sessionCookies = { secure: '__Host-lodestock', plain: 'lodestock' };

export const readBearer = ({ authorization }: FastifyRequest['headers']): string | null =>
  bearer.exec(authorization ?? '')?.[1] ?? null;

/** Every token that a request may be answered for. */
export function presentedTokens(headers: FastifyRequest['headers']): string[] {
  const token = readBearer(headers);
  const cookies = headers.cookie === undefined ? {} : parseCookie(headers.cookie);
  const sessions = Object.values(sessionCookies).map((name) => cookies[name] ?? '');
  return [token ?? '', ...sessions].filter((one) => one !== '' && one.length <= 200);
}

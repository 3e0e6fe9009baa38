import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const digest = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('base64url');
};

/** The tag of an answer that depends on the catalogue's state and the address alone: weak, as times in it differ. */
export const tagOfState = (state: string, url: string) => `W/"${digest(state, url)}"`;

/** A name for a state, which tells nothing of it. */
export const nameOfState = (state: string) => digest(state);

/** The tag of these very bytes. */
export const tagOfBody = (body: Buffer) => `"${digest(body)}"`;

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether If-None-Match names the tag, by the weak comparison that GET asks for. */
export function isNamed(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const wanted = withoutWeakness(tag);
  return header.split(',').some((one) => withoutWeakness(one) === wanted);
}

/** Whether If-Match names a strong tag, by the strong comparison. */
export const isMatched = (header: string, tag: string) =>
  header.trim() === '*' || header.split(',').some((one) => one.trim() === tag);

/** Headers by which every cache asks again, and may be told that nothing changed. */
export const sendTag = (reply: FastifyReply, tag: string) =>
  reply.headers({ etag: tag, 'cache-control': 'public, max-age=0, must-revalidate' });

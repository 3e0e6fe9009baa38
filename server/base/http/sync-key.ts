import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../contract/errors.ts';

/** Throws UNAUTHENTICATED unless the request has the sync key. */
type RequireSyncKey = (request: FastifyRequest) => void;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Without a configured key, refuses everyone. */
export function createRequireSyncKey(syncKey: string | null): RequireSyncKey {
  const wanted = syncKey === null ? null : digest(syncKey);
  return (request) => {
    const presented = /^Bearer (\S{1,1000})$/i.exec(request.headers.authorization ?? '')?.[1];
    if (wanted !== null && presented !== undefined && timingSafeEqual(digest(presented), wanted)) return;
    throw new AppError(
      'UNAUTHENTICATED',
      'Send the sync key of this file host (LODESTOCK_SYNC_KEY) as "Authorization: Bearer …".',
    );
  };
}

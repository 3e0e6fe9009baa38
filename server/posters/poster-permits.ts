import type { FastifyRequest } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { sightNow } from '../base/sight.ts';
import { limits } from '../contract/limits.ts';
import type { Capabilities } from '../files/capabilities.ts';

const folder = 'posters';
const pattern = /^\/posters\/([A-Za-z0-9_-]{1,128})\/\w+\?/;

/** How a private site lets a browser have the posters of a host that it follows, and that knows no people. */
export function createPosterPermits(capabilities: Capabilities, clock: Clock, isPrivate: boolean) {
  const permit = (guid: string, grantedBy: string | null = null) =>
    capabilities.issue({
      guid,
      of: folder,
      route: 'posters',
      expiresAt: clock() + limits.capability.lifetime,
      grantedBy,
    });
  return {
    /** A word for the address of a model's posters, good for a while, and no longer than what it was granted by. */
    permit,
    /** For people without an account; null where everybody sees posters. */
    permitStranger: (guid: string, grantedBy: string) =>
      isPrivate || sightNow() !== null ? permit(guid, grantedBy) : null,
    isPermitted(request: FastifyRequest): boolean {
      const guid = pattern.exec(request.url)?.[1];
      const permit = new URLSearchParams(request.url.split('?', 2)[1]).get('permit');
      if (guid === undefined || permit === null) return false;
      return capabilities.remaining(permit, { guid, path: folder, route: 'posters' }) > 0;
    },
  };
}

import type { FastifyRequest } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { sightNow } from '../base/sight.ts';
import { limits } from '../contract/limits.ts';
import type { Capabilities } from '../files/capabilities.ts';

const folder = 'posters';
const pattern = /^\/posters\/([A-Za-z0-9_-]{1,128})\/\w+\?/;

/** Lets a private site's users load posters from a followed host, which has no accounts. */
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
    /** Permission for the address of a model's posters; ends after a while, or with what granted it. */
    permit,
    /** For users without an account; null if everyone can see posters. */
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

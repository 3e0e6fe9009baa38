import { hash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { isSameText } from '../base/keys.ts';
import { limits } from '../contract/limits.ts';

export type EdgePermits = ReturnType<typeof createEdgePermits>;

/**
 * Time-limited permission to read the bytes with one hash, in a form that nginx's secure_link and Varnish can verify,
 * so that a cache in front answers without asking us. Only time ends it.
 */
export function createEdgePermits(key: string, clock: Clock) {
  const sign = (sha256: string, until: number) => hash('md5', `${until}${sha256} ${key}`, 'base64url');
  return {
    /** The query string. */
    issue(sha256: string, expiresAt: number): string {
      const until = Math.floor(expiresAt / 1000);
      return `until=${until}&permit=${sign(sha256, until)}`;
    },
    /** Milliseconds for which it still opens these bytes; 0 if it does not. */
    remaining(sha256: string, { until, permit }: Readonly<Record<string, unknown>>): number {
      const end = Number(until);
      const left = end * 1000 - clock();
      const isTimely = left > 0 && left <= limits.capability.lifetime + limits.capability.clockSkew;
      return isTimely && isSameText(String(permit), sign(sha256, end)) ? left : 0;
    },
  };
}

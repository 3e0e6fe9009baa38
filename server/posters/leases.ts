import { randomBytes } from 'node:crypto';
import type { Job } from '../catalogue/jobs/jobs.ts';

export type Lease = Job & {
  readonly token: string;
  readonly renderer: string;
  /** Hash of the files to make the posters from. */
  readonly wantedHash: string;
  readonly isOwnCheck: boolean;
};

type Options = { readonly timeoutMs: number; readonly onExpire: (lease: Lease) => void };

/** Tracks who renders what; a lease expires unless it is ended in time. */
export function createLeases({ timeoutMs, onExpire }: Options) {
  const held = new Map<string, { lease: Lease; timer: NodeJS.Timeout }>();
  const end = (token: string) => {
    const found = held.get(token);
    if (!found) return null;
    clearTimeout(found.timer);
    held.delete(token);
    return found.lease;
  };
  return {
    give(wanted: Omit<Lease, 'token'>) {
      const lease = { ...wanted, token: randomBytes(32).toString('base64url') };
      const timer = setTimeout(() => {
        if (end(lease.token)) onExpire(lease);
      }, timeoutMs).unref();
      held.set(lease.token, { lease, timer });
      return lease;
    },
    /** Ends the lease, so a token works once. Null for an unknown or expired token. */
    take: (token: string, renderer: string) =>
      held.get(token)?.lease.renderer === renderer ? end(token) : null,
    takeAll: (renderer: string) =>
      [...held.values()]
        .filter(({ lease }) => lease.renderer === renderer)
        .flatMap(({ lease }) => end(lease.token) ?? []),
    list: () => [...held.values()].map(({ lease }) => lease),
    close() {
      for (const token of [...held.keys()]) end(token);
    },
  };
}

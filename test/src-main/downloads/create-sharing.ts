import type { Sharing } from '../../../src-main/library/lease.ts';

/** What tells a computer from others; leases are judged faster than in the app. */
export const createSharing = (machine = 'c0ffee0123456789'): Sharing => ({
  machine: async () => machine,
  timing: { beat: 100, stale: 3000, poll: 10 },
});

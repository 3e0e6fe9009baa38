import type { FastifyBaseLogger } from 'fastify';
import type { DropReason } from './connections.ts';

const every = 10_000;
const messages: Readonly<Record<DropReason, string>> = {
  full: 'Connections were closed, because as many are open as the system allows.',
  'per-address': 'Connections were closed, because one address has too many.',
  silent: 'Connections were closed, because no whole request came.',
  slow: 'Connections were closed, because their answers were not taken.',
};

/** Says that connections were closed: the first at once, the others together every ten seconds. */
export function createDropLog(log: () => FastifyBaseLogger | null) {
  const counts = new Map<DropReason, number>();
  let timer: NodeJS.Timeout | null = null;
  const write = () => {
    for (const [reason, count] of counts) {
      log()?.warn({ event: 'connections-closed', reason, count }, messages[reason]);
    }
    timer = counts.size === 0 ? null : setTimeout(write, every).unref();
    counts.clear();
  };
  return {
    note(reason: DropReason) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      if (timer === null) write();
    },
    close() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

import type { FastifyBaseLogger } from 'fastify';
import type { DropReason } from './connections.ts';
import type { Work } from './work.ts';

const logEvery = 10_000;
const messages: Readonly<Record<DropReason, string>> = {
  full: 'Connections were closed, because as many are open as the system allows.',
  'per-address': 'Connections were closed, because one address has too many.',
  silent: 'Connections were closed, because no whole request came.',
  slow: 'Connections were closed, because their answers were not taken.',
};

function count<Key>(counts: Map<Key, number>, key: Key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Counts what was refused since the start. Logs closed connections: the first at once, others every ten seconds. */
export function createTally() {
  const refusals = new Map<Work, number>();
  const closings = new Map<DropReason, number>();
  const unlogged = new Map<DropReason, number>();
  let log: FastifyBaseLogger | null = null;
  let timer: NodeJS.Timeout | null = null;
  const write = () => {
    for (const [reason, count] of unlogged)
      log?.warn({ event: 'connections-closed', reason, count }, messages[reason]);
    timer = unlogged.size === 0 ? null : setTimeout(write, logEvery).unref();
    unlogged.clear();
  };
  return {
    /** Requests that were refused because the server was busy, by kind of work. */
    refusals,
    closings,
    refused: (work: Work) => count(refusals, work),
    closed(reason: DropReason) {
      count(closings, reason);
      count(unlogged, reason);
      if (timer === null) write();
    },
    logTo(to: FastifyBaseLogger) {
      log = to;
    },
  };
}

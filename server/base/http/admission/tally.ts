import type { DropReason } from './connections.ts';
import type { Work } from './work.ts';

/** What was turned away since the server started. */
type Tally = {
  refused(work: Work): void;
  closed(reason: DropReason): void;
  /** Requests that were refused because the server was busy, by kind of work. */
  readonly refusals: ReadonlyMap<Work, number>;
  /** Connections that the server closed, by reason. */
  readonly closings: ReadonlyMap<DropReason, number>;
};

export function createTally(): Tally {
  const refusals = new Map<Work, number>();
  const closings = new Map<DropReason, number>();
  return {
    refused: (work) => void refusals.set(work, (refusals.get(work) ?? 0) + 1),
    closed: (reason) => void closings.set(reason, (closings.get(reason) ?? 0) + 1),
    refusals,
    closings,
  };
}

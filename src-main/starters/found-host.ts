import type { StarterTarget } from '../ipc/starters-contract.ts';

/** A place that a starter can go to. */
export type FoundHost = Pick<StarterTarget, 'family' | 'name' | 'place'> & {
  /** Why the starter must not go there, and what to do. */
  readonly fault?: string;
};

import type { StarterTarget } from '../ipc/starters-contract.ts';

/** A place that a starter can go to. */
export type FoundHost = Pick<StarterTarget, 'family' | 'name' | 'place'>;

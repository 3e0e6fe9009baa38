import type { PluginTarget } from '../../platform/ipc/dcc-contract.ts';

export type FoundApp = Pick<PluginTarget, 'family' | 'name' | 'place'> & {
  /** Why the plugin must not be installed there, and what to do. */
  readonly fault?: string;
};

import type { PluginTarget } from '../../platform/ipc/dcc-contract.ts';

/** A DCC app on this computer, with the folder for its plugin. */
export type FoundApp = Pick<PluginTarget, 'family' | 'name' | 'place'> & {
  /** Why the plugin must not be installed there, and what to do. */
  readonly fault?: string;
};

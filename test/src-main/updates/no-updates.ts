import type { FeatureOptions } from '../../../src-main/app/feature-options.ts';

/** As in a clone, which nothing replaces. */
export const noUpdates: FeatureOptions['updates'] = {
  installation: { kind: 'clone' },
  ownFeed: null,
  load: () => Promise.reject(new Error('a clone does not look for updates')),
  quit: () => undefined,
  leaveFor: () => undefined,
};

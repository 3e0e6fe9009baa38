import type { Scope } from '../../../server/contract/common.ts';

const words: Readonly<Record<Scope, string>> = {
  'account:read': 'see who you are',
  'balance:read': 'see your balance',
  'entitlements:read': 'see your unlocks',
  'download:direct': 'download and unlock',
  'scene:import': 'import into scenes',
};

/** What an app was allowed, in few words. */
export function describeScopes(scopes: readonly Scope[]): string {
  return scopes.length === 0 ? 'nothing' : scopes.map((scope) => words[scope]).join(', ');
}

/**
 * Public keys (Ed25519, base64) for verifying releases, newest first; `.ci/package/make-release-key.ts` adds one here
 * and in the plugins.
 */
export const releaseKeys: readonly string[] = [];

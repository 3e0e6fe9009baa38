/** Public keys (Ed25519, base64) that sign releases, the newest first; `.ci/package/make-release-key.ts` adds one here and in the plugins. */
export const releaseKeys: readonly string[] = [];

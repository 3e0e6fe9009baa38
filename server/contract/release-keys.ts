/** Ed25519 public keys (base64) of releases, newest first; `.ci/package/make-release-key.ts` adds to them and the plugins. */
export const releaseKeys: readonly string[] = [];

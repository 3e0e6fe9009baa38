/** Ed25519 public keys (base64), newest first. `.ci/package/make-release-key.ts` adds one here and in the plugins. */
export const releaseKeys: readonly string[] = [];

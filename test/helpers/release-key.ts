import { generateKeyPairSync } from 'node:crypto';
import { signText, toCanonical, toPublic } from '../../.ci/release-key.ts';

/** A new key for releases, and what is signed with it. */
export function makeReleaseKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    privateKey,
    publicKey: toPublic(privateKey),
    pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    sign: (text: string) => signText(text, privateKey),
    signFeed: (feed: object) => ({ ...feed, signature: signText(toCanonical(feed), privateKey) }),
  };
}

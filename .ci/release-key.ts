import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { releaseKeys } from '../server/contract/release-keys.ts';

/** Returns the raw bytes of a public key in base64, as in lists of keys. */
export const toPublic = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');

/** Reads the key from RELEASE_KEY, which contains PEM or the name of a PEM file; null if it is not set. */
export function readReleaseKey(
  env: Readonly<Record<string, string | undefined>>,
  accepted = releaseKeys,
): KeyObject | null {
  const given = env.RELEASE_KEY;
  if (!given) return null;
  const key = createPrivateKey(given.includes('-----BEGIN') ? given : readFileSync(given));
  if (key.asymmetricKeyType !== 'ed25519' || !accepted.includes(toPublic(key)))
    throw new Error(
      'No app accepts the key in RELEASE_KEY. Make one with "node .ci/package/make-release-key.ts FILE" and commit what it changes.',
    );
  return key;
}

export const signText = (text: string, key: KeyObject): string =>
  sign(null, Buffer.from(text), key).toString('base64');

/** JSON with sorted keys and no spaces: RFC 8785. */
export function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${toCanonical(one)}`).join(',')}}`;
}

import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toPublic } from '../release-key.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The files that list the accepted public keys, with what surrounds the keys. */
export const keyLists = {
  'server/contract/release-keys.ts': /(releaseKeys: readonly string\[\] = \[)(.*?)(\];)/s,
  'plugins/blender/lodestock/signature.py': /(RELEASE_KEYS = \[)(.*?)(\])/s,
  'plugins/unity/src/signature.cs': /(ReleaseKeys = new string\[\] \{)(.*?)(\};)/s,
  'plugins/3dsmax/free3d_installer.ms': /(releaseKeys = #\()(.*?)(\))/s,
} as const;

export function addKey(text: string, list: RegExp, key: string): string {
  const quote = text.includes('export const') ? "'" : '"';
  return text.replace(list, (_all, before: string, keys: string, after: string) => {
    const others = keys.trim() === '' ? '' : `, ${keys.trim()}`;
    return `${before}${quote}${key}${quote}${others}${after}`;
  });
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name the file for the private key, outside of the repository.');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  for (const [name, list] of Object.entries(keyLists)) {
    const place = path.join(root, name);
    writeFileSync(place, addKey(readFileSync(place, 'utf8'), list, toPublic(privateKey)));
  }
  console.log(
    `${file} has the private key: keep it secret. Commit the public key, which four files now list.`,
  );
}

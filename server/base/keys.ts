import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from './storage/storage-fault.ts';

/** Renames the key into place once it is complete, because another starting process may read it; the first key wins. */
function makeKey(file: string): void {
  const draft = `${file}.${randomUUID()}.new`;
  const key = randomBytes(32);
  try {
    writeFileSync(draft, key, { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      // Some file systems have no hard links.
      if (codeOf(error) !== 'EEXIST') writeFileSync(file, key, { mode: 0o600, flag: 'wx' });
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Reads the server's secret key; the first start creates it, readable only by its owner. */
export function loadServerKey(dataDir: string): Buffer {
  const file = path.join(dataDir, 'server.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) makeKey(file);
  const key = readFileSync(file);
  if (key.length !== 32) {
    throw new Error(
      `${file} is damaged (${key.length} bytes, not 32). Restore it from a backup, or remove it to make a new one.`,
    );
  }
  return key;
}

/** HMAC-SHA-256 as base64url; `purpose` separates the uses of one key. */
export function sign(key: Buffer, purpose: string, parts: readonly (string | number)[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url');
}

/** Compares two strings in constant time. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

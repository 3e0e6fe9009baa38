import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Makes the server's secret at the first start, readable by its owner alone, and reads it from then on. */
export function loadServerKey(dataDir: string): Buffer {
  const file = path.join(dataDir, 'server.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = readFileSync(file);
  if (key.length !== 32) {
    throw new Error(
      `${file} is damaged (${key.length} bytes, not 32). Restore it from a backup, or remove it to make a new one.`,
    );
  }
  return key;
}

/** HMAC-SHA-256 as base64url text; `purpose` keeps the uses of one key apart. */
export function sign(key: Buffer, purpose: string, parts: readonly (string | number)[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url');
}

/** Compares two texts without telling by time where they differ. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

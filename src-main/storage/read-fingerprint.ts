import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** The same, of what was looked at already. */
export const toFingerprint = (found: Stats | null): string | null =>
  found?.isFile() ? `${found.size} ${found.mtimeMs} ${found.ino}` : null;

/** Changes whenever a file does, as far as its folder tells; null without a file. */
export async function readFingerprint(file: string): Promise<string | null> {
  return toFingerprint(await lstat(file).catch(() => null));
}

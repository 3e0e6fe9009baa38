import { lstat } from 'node:fs/promises';

/** Changes whenever a file does, as far as its folder tells; null without a file. */
export async function readFingerprint(file: string): Promise<string | null> {
  const found = await lstat(file).catch(() => null);
  return found?.isFile() ? `${found.size} ${found.mtimeMs} ${found.ino}` : null;
}

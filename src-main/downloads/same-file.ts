import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { PlannedFile } from './plan.ts';

/** True when the file on the disk is the planned one, by size and SHA-256. */
export async function isSameFile(target: string, file: PlannedFile, signal: AbortSignal): Promise<boolean> {
  const found = await lstat(target).catch(() => null);
  if (!found?.isFile() || found.size !== file.sizeBytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(target, { signal, highWaterMark: 1024 * 1024 }))
    hash.update(chunk);
  return hash.digest('hex') === file.sha256;
}

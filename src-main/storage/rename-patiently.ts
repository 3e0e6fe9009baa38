import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const pauses = [50, 200, 800] as const;

/** Renames a file. On Windows, antivirus software may hold a new file open for a moment. */
export async function renamePatiently(from: string, to: string): Promise<void> {
  for (const pause of pauses) {
    try {
      return await rename(from, to);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code !== 'EPERM' && code !== 'EBUSY' && code !== 'EACCES') throw error;
      await delay(pause);
    }
  }
  await rename(from, to);
}

import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const delays = [50, 200, 800] as const;
/** What Windows answers while antivirus software or a backup holds a file open. */
const held: readonly unknown[] = ['EPERM', 'EBUSY', 'EACCES'];

type Rename = (from: string, to: string) => Promise<void>;

/** Renames as every writer of the app does: on Windows, others may hold a new file open for a moment. */
export async function renamePatiently(from: string, to: string, attempt: Rename = rename): Promise<void> {
  for (const pause of delays) {
    try {
      return await attempt(from, to);
    } catch (error) {
      if (!held.includes(Object(error).code)) throw error;
      await delay(pause);
    }
  }
  await attempt(from, to);
}

/** The same where nothing may come between; it blocks its thread for a second at most. */
export function renamePatientlySync(from: string, to: string, attempt = renameSync): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const pause of delays) {
    try {
      attempt(from, to);
      return;
    } catch (error) {
      if (!held.includes(Object(error).code)) throw error;
      Atomics.wait(clock, 0, 0, pause);
    }
  }
  attempt(from, to);
}

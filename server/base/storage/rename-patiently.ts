import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const delays = [50, 200, 800] as const;
/** Windows' error codes while antivirus or backup software holds a file open. */
const held: readonly unknown[] = ['EPERM', 'EBUSY', 'EACCES'];
const isHeld = (error: unknown) => held.includes(Object(error).code);

/** Renames with retries: on Windows, other programs may briefly hold a new file open. */
export async function renamePatiently(
  from: string,
  to: string,
  attempt: (from: string, to: string) => Promise<void> = rename,
): Promise<void> {
  for (const pause of delays) {
    try {
      return await attempt(from, to);
    } catch (error) {
      if (!isHeld(error)) throw error;
      await delay(pause);
    }
  }
  await attempt(from, to);
}

/** The same for commands and startup code, which can block. */
export function renamePatientlySync(
  from: string,
  to: string,
  attempt: (from: string, to: string) => void = renameSync,
): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const pause of delays) {
    try {
      attempt(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
      Atomics.wait(clock, 0, 0, pause);
    }
  }
  attempt(from, to);
}

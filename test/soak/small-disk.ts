import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const megabytes = 256;

type SmallDisk = {
  /** Why there is none; null where there is. */
  readonly absent: string | null;
  /** Writes until nothing more fits; the returned function makes room again. */
  readonly fill: () => () => void;
  readonly unmount: () => Promise<void>;
};

/** A disk in memory that can be full, at this folder. Only root may mount one. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk> {
  mkdirSync(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error);
    return {
      absent: `no tmpfs: ${reason.trim()}`,
      fill: () => () => undefined,
      unmount: async () => undefined,
    };
  }
  return {
    absent: null,
    fill() {
      const file = path.join(folder, 'filled-by-the-soak');
      const descriptor = openSync(file, 'w');
      for (const size of [1024 * 1024, 4096])
        try {
          const zeros = Buffer.alloc(size);
          while (writeSync(descriptor, zeros) > 0);
        } catch (error) {
          if (Reflect.get(Object(error), 'code') !== 'ENOSPC') throw error;
        }
      closeSync(descriptor);
      return () => rmSync(file);
    },
    unmount: async () => void (await run('umount', ['-l', folder])),
  };
}

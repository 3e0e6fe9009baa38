import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** Where the memory folder of this run is; unset where there is none. */
export const memoryVariable = 'LODESTOCK_TEST_MEMORY';

const gibibyte = 2 ** 30;
/** Memory as a file system, on Linux; elsewhere, and in most containers, it is missing or small. */
const parent = '/dev/shm';
const prefix = 'lodestock-tests-';

/** Tests of what must hold on a real disk: durability, kills, moves, disks that are full or break. */
const ofDisks = /\/(base\/storage|platform\/storage|library\/move)\/|\/(killed|crash|full-disk|hardships)\b/;
export const staysOnDisk = (testFile: string): boolean => ofDisks.test(testFile);

/** Bytes that a folder's file system still takes; 0 where there is none. */
export function findRoom(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A run that was killed could not remove its own. */
function removeLeftOver(): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    try {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // A file system of a test may still be mounted in it, or another run removes it too; a later run tries again.
    }
  }
}

/**
 * Makes a folder in memory for the files of tests, which go when this process ends: a test that asks for durable writes
 * then waits for no disk. Null where 4 GiB of room or 8 GiB of memory are wanting, or a folder was chosen by TMPDIR.
 */
export function makeMemoryFolder(env: Readonly<NodeJS.ProcessEnv> = process.env): string | null {
  if (env.TMPDIR || findRoom(parent) < 4 * gibibyte || process.availableMemory() < 8 * gibibyte) return null;
  removeLeftOver();
  const folder = path.join(parent, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o1777); // servers of other users keep files in it, as in any folder of the kind
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

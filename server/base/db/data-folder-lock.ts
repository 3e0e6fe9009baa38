import path from 'node:path';
import { type FileLock, tryLock } from '../storage/file-lock.ts';

/** Shared by all servers of a data folder, exclusive for a restore. */
const lockOf = (dataDir: string) => path.join(dataDir, 'in-use.lock');

/** Throws while the folder is being restored. */
export function holdDataFolder(dataDir: string): FileLock {
  const held = tryLock(lockOf(dataDir), 'shared');
  if (held === null) throw new Error(`${dataDir} is being restored. Start the server when that is done.`);
  return held;
}

/** Throws while a server runs on the folder. */
export function takeDataFolder(dataDir: string): FileLock {
  const taken = tryLock(lockOf(dataDir), 'exclusive');
  if (taken === null) throw new Error(`A server runs on ${dataDir}. Stop it first; nothing was changed.`);
  return taken;
}

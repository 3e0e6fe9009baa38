import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { lstat, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, isMissing } from './disk-errors.ts';

const delays = [50, 200, 800] as const;
/** Error codes of Windows while antivirus or backup software has a file open. */
const held: readonly unknown[] = ['EPERM', 'EBUSY', 'EACCES'];

/** Returns the path of a file in a folder; the relative path has slashes on every system. */
export const inFolder = (folder: string, relativePath: string): string =>
  path.join(folder, ...relativePath.split('/'));

/** Counts links too, even broken ones. */
export const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

type Rename = (from: string, to: string) => Promise<void>;

/** Renames a file. Retries, as other programs on Windows can hold a new file open for a moment. */
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

/** Like `renamePatiently`, but synchronous; blocks its thread for at most a second. */
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

export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Makes renames in a folder survive a power cut, where the system can sync a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/**
 * Creates a folder and its parents up to `below`, which must exist: an unplugged disk must not get a folder under its
 * mount point. Rejects with ENOENT otherwise.
 */
export async function makeFolders(folder: string, below: string): Promise<void> {
  if (folder === below) return;
  if (!folder.startsWith(below + path.sep)) throw new Error(`${folder} is not in ${below}`);
  await makeFolders(path.dirname(folder), below);
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** Writes, syncs and renames a temporary file: no reader or crash sees half a file. Creates folders as `makeFolders`. */
export async function writeAtomically(file: string, text: string, below?: string): Promise<void> {
  const folder = path.dirname(file);
  await (below === undefined ? mkdir(folder, { recursive: true }) : makeFolders(folder, below));
  const temporary = `${file}.${randomBytes(8).toString('hex')}.part`;
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true });
    await renamePatiently(temporary, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { renamePatiently, syncFolder } from '../platform/storage/files.ts';
import { hashFile } from '../platform/storage/inspect-files.ts';

export type KeptVersion = { readonly version: string; readonly file: string; readonly sha256: string };

const never = new AbortController().signal;

const partName = (file: string, id: string) => `.${path.basename(file)}.${id}.part`;

/** Removes what an interrupted copy has left next to its target. */
export async function dropParts(file: string): Promise<void> {
  const [start = '', end = ''] = partName(file, '*').split('*');
  const folder = path.dirname(file);
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(start) && name.endsWith(end)) await rm(path.join(folder, name), { force: true });
}

/** Copies a file atomically, even across a power cut. */
export async function placeCopy(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  await mkdir(folder, { recursive: true });
  const copy = path.join(folder, partName(to, randomBytes(8).toString('hex')));
  try {
    await copyFile(from, copy);
    const handle = await open(copy, 'r+');
    try {
      await handle.chmod(0o755);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renamePatiently(copy, to);
    await syncFolder(folder);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

/** Keeps the executable of a version in a folder, named after its number. */
export async function keepVersion(version: string, from: string, folder: string): Promise<KeptVersion> {
  const file = path.join(folder, `Lodestock-${version}${path.extname(from)}`);
  const sha256 = await hashFile(from, never);
  if ((await hashFile(file, never).catch(() => null)) !== sha256) await placeCopy(from, file);
  return { version, file, sha256 };
}

/** Returns true if the file is unchanged since it was kept. */
export const isWhole = async ({ file, sha256 }: KeptVersion): Promise<boolean> =>
  (await hashFile(file, never).catch(() => null)) === sha256;

/** Deletes kept files except these. */
export async function dropOthers(folder: string, kept: readonly string[]): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (!kept.includes(path.join(folder, name))) await rm(path.join(folder, name), { force: true });
}

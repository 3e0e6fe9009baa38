import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { renamePatiently, syncFolder } from '../platform/storage/files.ts';
import { hashFile } from '../platform/storage/inspect-files.ts';

/** A program or installer of one version. */
export type KeptVersion = { readonly version: string; readonly file: string; readonly sha256: string };

const never = new AbortController().signal;

const partName = (file: string, id: string) => `.${path.basename(file)}.${id}.part`;

/** Removes what a copy that was cut off has left next to the place it was for. */
export async function dropParts(file: string): Promise<void> {
  const [start = '', end = ''] = partName(file, '*').split('*');
  const folder = path.dirname(file);
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(start) && name.endsWith(end)) await rm(path.join(folder, name), { force: true });
}

/** Puts a copy of a file in a place, whole or not at all, also when the power fails. */
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

/** Keeps the program of a version in a folder, under its number. */
export async function keepVersion(version: string, from: string, folder: string): Promise<KeptVersion> {
  const file = path.join(folder, `Lodestock-${version}${path.extname(from)}`);
  const sha256 = await hashFile(from, never);
  if ((await hashFile(file, never).catch(() => null)) !== sha256) await placeCopy(from, file);
  return { version, file, sha256 };
}

/** Whether it is still what was kept. */
export const isWhole = async ({ file, sha256 }: KeptVersion): Promise<boolean> =>
  (await hashFile(file, never).catch(() => null)) === sha256;

/** Drops what is kept of other versions than these. */
export async function dropOthers(folder: string, kept: readonly string[]): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (!kept.includes(path.join(folder, name))) await rm(path.join(folder, name), { force: true });
}

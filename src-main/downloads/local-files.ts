import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Receipt } from '../library/receipt.ts';
import { renamePatiently } from '../storage/rename-patiently.ts';
import { onDisk } from './disk.ts';
import { hashFile } from './hash-file.ts';
import type { PlannedFile } from './plan.ts';

export type Placed = { readonly file: PlannedFile; readonly target: string };

/**
 * What lies where a file belongs: nothing; the file itself; an earlier version, as the receipt tells; or bytes that
 * no version ever had, which are the artist's.
 */
export type LocalState = 'missing' | 'same' | 'outdated' | 'edited';

export async function judgeLocal(
  { target, file }: Placed,
  receipt: Receipt | null,
  signal: AbortSignal,
): Promise<LocalState> {
  const found = await lstat(target).catch(() => null);
  if (!found?.isFile()) return 'missing';
  const before = receipt?.files.find(({ relativePath }) => relativePath === file.relativePath);
  if (found.size !== file.sizeBytes && found.size !== before?.sizeBytes) return 'edited';
  const sha256 = await hashFile(target, signal);
  if (sha256 === file.sha256) return 'same';
  return sha256 === before?.sha256 ? 'outdated' : 'edited';
}

const exists = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** `wood (edited 2026-05-04 14.03).png`: no colons, which Windows refuses. */
function nameAside(target: string, at: Date, number: number): string {
  const { dir, name, ext } = path.parse(target);
  const time = at.toISOString().slice(0, 16).replace('T', ' ').replace(':', '.');
  return path.join(dir, `${name} (edited ${time}${number === 1 ? '' : ` ${number}`})${ext}`);
}

/** Gives an edited file another name beside its place. Returns the new path. */
export async function setAside(target: string, at: Date): Promise<string> {
  return onDisk(target, async () => {
    let number = 1;
    while (await exists(nameAside(target, at, number))) number += 1;
    const aside = nameAside(target, at, number);
    await renamePatiently(target, aside);
    return aside;
  });
}

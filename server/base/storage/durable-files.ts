import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { renamePatiently } from './rename-patiently.ts';

/** Waits until what was written to a file is on the disk. */
export function syncFileSync(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The same for the names in a folder; Windows has no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives what is whole and on the disk its name, so that it survives a power cut; makes the folder that it is in. */
export async function moveDurably(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  await mkdir(folder, { recursive: true });
  await renamePatiently(from, to);
  await syncFolder(folder);
}

import { statfs } from 'node:fs/promises';
import { AppError } from '../../server/contract/errors.ts';
import { formatBytes } from './format-bytes.ts';

type FreeSpaceCheck = { readonly folder: string; readonly neededBytes: number; readonly title: string };

/** Throws INSUFFICIENT_STORAGE with both numbers when the disk of an existing folder cannot take the files. */
export async function checkFreeSpace({ folder, neededBytes, title }: FreeSpaceCheck): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= neededBytes) return;
  throw new AppError(
    'INSUFFICIENT_STORAGE',
    `“${title}” needs ${formatBytes(neededBytes)}, but the disk of ${folder} has only ${formatBytes(freeBytes)} free. Free some space or choose another library folder in Settings, then try again.`,
    { details: { neededBytes, freeBytes } },
  );
}

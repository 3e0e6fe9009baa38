import { lstat } from 'node:fs/promises';
import { inFolder } from '../platform/storage/files.ts';
import { createEmptyFolders, findOnDisk, hashFile, hasSpellings } from '../platform/storage/inspect-files.ts';
import type { ReceiptFile } from './receipt.ts';
import { findPlaceFault } from './relative-path.ts';

/** The known files that are in a model's folder, by path and content, in place of a lost receipt. */
export async function recogniseFiles(
  folder: string,
  known: readonly ReceiptFile[],
  signal: AbortSignal,
): Promise<ReceiptFile[]> {
  const found: ReceiptFile[] = [];
  const hasNothing = createEmptyFolders();
  for (const file of known) {
    if (findPlaceFault(file.relativePath) !== null) continue;
    const plain = inFolder(folder, file.relativePath);
    if (!hasSpellings(file.relativePath) && (await hasNothing(plain))) continue;
    const place = await findOnDisk(folder, file.relativePath);
    const entry = await lstat(place).catch(() => null);
    if (!entry?.isFile() || entry.size !== file.sizeBytes) continue;
    if ((await hashFile(place, signal)) === file.sha256) found.push(file);
  }
  return found;
}

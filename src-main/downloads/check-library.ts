import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import type { DownloadJob } from '../ipc/contract.ts';
import { readReceipt } from '../library/receipt.ts';
import type { SpaceClaim } from './disk-space.ts';
import { stagedName } from './part-place.ts';
import { findPlace } from './place.ts';
import type { Staging } from './staging.ts';

type Check = {
  /** The model's. */
  readonly folder: string;
  readonly staging: Pick<Staging, 'folder'>;
  readonly job: DownloadJob;
  /** Of the scene file and all that it needs, as the catalogue tells; null if it does not. */
  readonly totalBytes: number | null;
  readonly hold: SpaceClaim;
};

/** Bytes on the disk that the download will not write again: what earlier runs received, and support files. */
async function countPresent({ folder, staging, job }: Check): Promise<number> {
  const sizeOf = async (file: string) => {
    const found = await lstat(file).catch(() => null);
    return found?.isFile() ? found.size : 0;
  };
  const names = await readdir(staging.folder).catch(() => []);
  const received = names.filter((name) => stagedName.test(name));
  const reading = await readReceipt(folder);
  const files = reading.kind === 'receipt' ? reading.receipt.files : [];
  const shared = files.filter(
    ({ relativePath, lod, role }) =>
      relativePath === job.relativePath || (lod === job.lod && role !== 'scene'),
  );
  const paths = [
    ...received.map((name) => path.join(staging.folder, name)),
    ...shared.map(({ relativePath }) => path.join(folder, relativePath)),
  ];
  const sizes = await Promise.all(paths.map(sizeOf));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function checkSpace(check: Check, totalBytes: number): Promise<void> {
  const { hold, job } = check;
  try {
    await hold.claim(totalBytes, job.title);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const present = await countPresent(check);
    if (present === 0) throw error;
    await hold.claim(Math.max(0, totalBytes - present), job.title);
  }
}

/**
 * Makes sure, before anything is charged, that the scene file has a place and that all of it will fit. That staging could be
 * opened has shown that the folder may be written. Throws the reason as AppError.
 */
export async function checkLibrary(check: Check): Promise<void> {
  const { folder, job, totalBytes } = check;
  await findPlace(folder, job.relativePath);
  if (totalBytes !== null) await checkSpace(check, totalBytes);
}

import { randomBytes } from 'node:crypto';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import type { DownloadJob } from '../ipc/contract.ts';
import { readReceipt } from '../library/receipt.ts';
import { onDisk, onLibrary } from './disk.ts';
import { partSuffix, wholeSuffix } from './part-place.ts';
import { preparePlace, removeEmptyFolders } from './place.ts';
import type { Hold } from './space.ts';

type Check = {
  readonly library: string;
  readonly folder: string;
  readonly job: DownloadJob;
  /** Of the scene file and all that it needs, as the catalogue tells; null if it does not. */
  readonly totalBytes: number | null;
  readonly hold: Hold;
};

/** Bytes on the disk that the download will not write again: what earlier runs received, and support files. */
async function countPresent({ folder, job }: Check): Promise<number> {
  const sizeOf = async (file: string) => {
    const found = await lstat(file).catch(() => null);
    return found?.isFile() ? found.size : 0;
  };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const received = entries.filter(({ name }) => partSuffix.test(name) || wholeSuffix.test(name));
  const reading = await readReceipt(folder);
  const files = reading.kind === 'receipt' ? reading.receipt.files : [];
  const shared = files.filter(
    ({ relativePath, lod, role }) =>
      relativePath === job.relativePath || (lod === job.lod && role !== 'scene'),
  );
  const paths = [
    ...received.map(({ parentPath, name }) => path.join(parentPath, name)),
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

/** Writes and removes an empty file: the only answer about rights that holds on every file system. Its name is swept. */
async function tryWriting(target: string): Promise<void> {
  const file = path.join(path.dirname(target), `.lodestock-test.${randomBytes(8).toString('hex')}.part`);
  await onLibrary(path.dirname(target), async () => {
    const handle = await open(file, 'wx');
    await handle.close();
    await rm(file);
  });
}

/** Makes sure, before anything is charged, that a download may be written and will fit. Throws the reason as AppError. */
export async function checkLibrary(check: Check): Promise<void> {
  const { library, folder, job, totalBytes } = check;
  const target = await onDisk(library, () => preparePlace(library, folder, job.relativePath));
  try {
    await tryWriting(target);
    if (totalBytes !== null) await checkSpace(check, totalBytes);
  } finally {
    await removeEmptyFolders(library, target);
  }
}

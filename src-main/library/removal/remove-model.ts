import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import type { Removal } from '../../platform/ipc/library-contract.ts';
import { onDisk } from '../../platform/storage/disk-errors.ts';
import { exists, inFolder, makeFolders, renamePatiently } from '../../platform/storage/files.ts';
import { findOnDisk, hashFile } from '../../platform/storage/inspect-files.ts';
import type { Lease } from '../lease.ts';
import { findPlaceFault, preparePlace, removeEmptyFolders, stateFolder } from '../place.ts';
import {
  dropReceipt,
  mergeReceipt,
  type Receipt,
  type ReceiptFile,
  readReceipt,
  restoreReceipt,
  writeReceipt,
} from '../receipt.ts';
import { readIntents } from '../swap-intent.ts';
import {
  dropRecord,
  newRemovalId,
  type RemovedRecord,
  readRecord,
  waitingPlace,
  writeRecord,
} from './removed-record.ts';

type Changed = {
  readonly library: string;
  readonly folder: string;
  readonly lease: Lease;
};

const neverAborts = new AbortController().signal;

async function readSound(folder: string): Promise<Receipt> {
  if ((await readIntents(folder)).length > 0)
    throw new AppError(
      'UNAVAILABLE',
      sentence`A change of ${{ place: folder }} is unfinished. Restart Lodestock to finish it.`,
    );
  const reading = await readReceipt(folder);
  if (reading.kind === 'receipt') return reading.receipt;
  const message = reading.kind === 'none' ? 'This model is no longer in the library.' : reading.message;
  throw new AppError('FORBIDDEN', message);
}

/** Returns true if the user has changed a file. A missing file counts as unchanged. */
async function isOfPerson(
  folder: string,
  { relativePath, sizeBytes, sha256 }: ReceiptFile,
): Promise<boolean> {
  if (findPlaceFault(relativePath) !== null) return false;
  const place = await findOnDisk(folder, relativePath);
  const found = await lstat(place).catch(() => null);
  if (found === null) return false;
  if (!found.isFile() || found.size !== sizeBytes) return true;
  return (await hashFile(place, neverAborts)) !== sha256;
}

async function moveOut({ library, folder, lease }: Changed, { id, files }: RemovedRecord): Promise<void> {
  for (const relativePath of files) {
    const from = await findOnDisk(folder, relativePath);
    if (!(await exists(from))) continue;
    const to = waitingPlace(library, id, relativePath);
    await makeFolders(path.dirname(to), library);
    await lease.assertHeld();
    await renamePatiently(from, to);
  }
}

/** Moves files back, unless another file has taken their path. */
async function moveIn({ library, folder, lease }: Changed, { id, files }: RemovedRecord): Promise<void> {
  for (const relativePath of files) {
    const from = waitingPlace(library, id, relativePath);
    if (!(await exists(from))) continue;
    const to = await preparePlace(library, folder, relativePath);
    await lease.assertHeld();
    if (!(await exists(to))) await renamePatiently(from, to);
  }
}

/** Restores the files and the receipt, and deletes the record. */
async function putBack(changed: Changed, record: RemovedRecord): Promise<void> {
  const { library, folder, lease } = changed;
  const { id, receipt, files } = record;
  const reading = await readReceipt(folder);
  if (reading.kind === 'newer' || reading.kind === 'broken') throw new AppError('FORBIDDEN', reading.message);
  await moveIn(changed, record);
  await lease.assertHeld();
  const now = reading.kind === 'receipt' ? reading.receipt : null;
  const told = new Set(now?.files.map(({ relativePath }) => relativePath));
  if (now === null || !files.every((name) => told.has(name)))
    await writeReceipt(folder, now === null ? receipt : mergeReceipt(receipt, now));
  else await restoreReceipt(folder);
  await dropRecord(library, id);
}

/**
 * Removes all or some files of a model, and keeps them until they are restored or deleted for good. Files that the user
 * has changed stay. Either everything happens or nothing.
 */
export async function removeFromModel(
  changed: Changed,
  relativePaths: readonly string[] | null,
): Promise<Removal> {
  const { library, folder, lease } = changed;
  const receipt = await readSound(folder);
  const wanted = receipt.files.filter((file) => relativePaths?.includes(file.relativePath) ?? true);
  const kept = new Set<string>();
  for (const file of wanted) if (await isOfPerson(folder, file)) kept.add(file.relativePath);
  const gone = new Set(wanted.map((file) => file.relativePath).filter((name) => !kept.has(name)));
  const rest = receipt.files.filter((file) => !gone.has(file.relativePath));
  const files = [...gone].filter((relativePath) => findPlaceFault(relativePath) === null);
  const place = path.relative(library, folder).split(path.sep).join('/');
  const record = { version: 1, id: newRemovalId(), folder: place, files, receipt } as const;
  await onDisk(folder, async () => {
    const pending = { ...record, isPending: true };
    await writeRecord(library, pending);
    try {
      await moveOut(changed, pending);
      await lease.assertHeld();
      if (rest.length === 0) await dropReceipt(folder);
      else await writeReceipt(folder, { ...receipt, files: rest });
      await writeRecord(library, { ...record, isPending: false });
    } catch (error) {
      await putBack(changed, pending).catch(() => undefined); // the next start tries again
      throw error;
    }
  });
  for (const relativePath of files) await removeEmptyFolders(folder, inFolder(folder, relativePath));
  const sizes = wanted.map((file) => (gone.has(file.relativePath) ? file.sizeBytes : 0));
  return {
    ...{ id: record.id, guid: receipt.guid, title: receipt.title, kept: [...kept] },
    fileCount: gone.size,
    sizeBytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** Removes the app's folder of a model that is gone; call this after releasing the lease. */
export async function clearState(library: string, folder: string): Promise<void> {
  const state = path.join(folder, stateFolder);
  if ((await readReceipt(folder)).kind !== 'none') return;
  const names = await readdir(state).catch(() => []);
  for (const name of names.filter((name) => /^swap-\d+\.lease$/.test(name)))
    await rm(path.join(state, name), { force: true });
  await rmdir(state).catch(() => undefined); // another computer receives files there
  await removeEmptyFolders(library, path.join(folder, stateFolder));
}

/** Restores removed files; a file that exists again is left alone. */
export async function restoreToModel(changed: Changed, record: RemovedRecord): Promise<Removal> {
  const { library, folder } = changed;
  const { id, receipt, files } = record;
  await onDisk(folder, async () => {
    await writeRecord(library, { ...record, isPending: true });
    await putBack(changed, record);
  });
  const back = receipt.files.filter(({ relativePath }) => files.includes(relativePath));
  return {
    ...{ id, guid: receipt.guid, title: receipt.title, kept: [] },
    fileCount: back.length,
    sizeBytes: back.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

export async function findRemoved(library: string, id: string) {
  const record = await readRecord(library, id);
  if (record === null)
    throw new AppError('FILE_NOT_FOUND', 'The removed files are no longer kept. Download it again.');
  const folder = path.resolve(library, record.folder);
  if (!folder.startsWith(library + path.sep))
    throw new AppError(
      'FORBIDDEN',
      sentence`${{ place: record.folder }} points outside the library, so nothing was put back.`,
    );
  return { record, folder };
}

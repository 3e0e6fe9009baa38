import { lstat } from 'node:fs/promises';
import { AppError } from '../../server/contract/errors.ts';
import { sentence } from '../../server/contract/sentence.ts';
import type { Lease } from '../library/lease.ts';
import { findPlaceFault } from '../library/place.ts';
import {
  mergeReceipt,
  type PreviousReceipt,
  type ReceiptFile,
  readReceipt,
  toReceiptText,
  writeReceiptText,
} from '../library/receipt.ts';
import { onDisk } from '../platform/storage/disk-errors.ts';
import { inFolder } from '../platform/storage/files.ts';
import { createEmptyFolders, findOnDisk, hashFile, hasSpellings } from '../platform/storage/inspect-files.ts';
import type { Judged, Placed } from './commit/local-files.ts';
import { recoverSwap } from './commit/recover-swap.ts';
import { canSwapAgain, swapModel } from './commit/swap.ts';
import type { Download } from './download-context.ts';
import { listStaged, stagedPathsOf, takeModelLease } from './staging/staging.ts';

function askAboutEdits({ job }: Download, edited: readonly Judged[]): AppError {
  const [first] = edited;
  const others = edited.length - 1;
  const file = first?.target ?? '';
  const names =
    others === 0
      ? file
      : others === 1
        ? sentence`${{ file }} and ${{ count: others }} other file`
        : sentence`${{ file }} and ${{ count: others }} other files`;
  return new AppError(
    'FILE_EDITED',
    sentence`${{ names }} of “${{ title: job.title }}” changed after the download, so nothing was replaced. Keep your changes, or set them aside under another name and download the original.`,
  );
}

async function judgeAll({ folder, judge, signal }: Download, placed: readonly Placed[]): Promise<Judged[]> {
  const reading = await readReceipt(folder);
  const receipt = reading.kind === 'receipt' ? reading.receipt : null;
  const options = { receipt, hasNothing: createEmptyFolders(), signal };
  const judged: Judged[] = [];
  for (const entry of placed) judged.push(await judge(entry, options));
  return judged;
}

/** Returns the files to fetch. A file that the user has edited is never replaced: it stays or is renamed. */
function findWanted(download: Download, judged: readonly Judged[]): Judged[] {
  const edited = judged.filter(({ state }) => state === 'edited');
  if (edited.length > 0 && download.job.edited === 'ask') throw askAboutEdits(download, edited);
  const isWanted = ({ state }: Judged) =>
    state !== 'same' && (state !== 'edited' || download.job.edited === 'aside');
  return judged.filter(isWanted);
}

/** Holds the model's lease during `work`, and first finishes a change that a crash interrupted. */
async function alone<T>(download: Download, work: (lease: Lease) => Promise<T>): Promise<T> {
  const { library, folder, staging, tools, signal } = download;
  const lease = await takeModelLease(folder, tools.sharing, signal);
  try {
    const options = { library, folder, lease, staging: staging.folder, signal };
    if (await onDisk(folder, () => recoverSwap(options))) tools.onLibraryChange(folder);
    return await work(lease);
  } finally {
    await lease.release();
  }
}

/** Reads the receipt; if it was lost, finds the files in the folder that the server recognises. */
async function readPrevious({ folder, plan, signal }: Download): Promise<PreviousReceipt> {
  const reading = await readReceipt(folder);
  if (reading.kind === 'receipt') return reading.receipt;
  if (reading.kind === 'newer') throw new AppError('FORBIDDEN', reading.message);
  return { files: await recogniseFiles(folder, plan.inventory, signal) };
}

async function composeReceipt(download: Download): Promise<string> {
  const { job, plan, serverUrl } = download;
  const receipt = mergeReceipt(await readPrevious(download), {
    receiptVersion: 1,
    guid: job.guid,
    ...plan.model,
    serverUrl,
    downloadedAt: new Date().toISOString(),
    files: [...plan.receiptFiles],
  });
  return toReceiptText(receipt);
}

type Change = { readonly isDone: boolean; readonly missing: readonly Judged[] };

/** Changes the model if all files are in staging; otherwise returns the missing ones. */
async function change(download: Download, placed: readonly Placed[], lease: Lease): Promise<Change> {
  const { library, folder, staging } = download;
  const wanted = findWanted(download, await judgeAll(download, placed));
  const incoming = wanted.map((one) => ({ ...one, staged: stagedPathsOf(staging.folder, one.file).whole }));
  const inStaging = await onDisk(folder, () => listStaged(staging.folder));
  const missing = incoming.filter(({ staged }) => !inStaging.has(staged));
  if (missing.length > 0) return { isDone: false, missing };
  const receipt = await composeReceipt(download);
  await onDisk(folder, () =>
    incoming.length === 0
      ? writeReceiptText(folder, receipt)
      : swapModel({ library, folder, lease, incoming, receipt, many: download.many }),
  );
  return { isDone: true, missing: [] };
}

/** Judges the folder's files. Those that seem edited are judged again under the lease, as others may be changing them. */
async function lookFirst(download: Download, placed: readonly Placed[]): Promise<readonly Judged[]> {
  const judged = await judgeAll(download, placed);
  if (!judged.some(({ state }) => state === 'edited')) return findWanted(download, judged);
  return alone(download, async () => findWanted(download, await judgeAll(download, placed)));
}

/**
 * Brings a model to the planned state. `fetch` receives files into staging. The user and other computers can change the
 * model during that time, so its files are judged again before the missing ones move into place.
 */
export async function putInPlace(
  download: Download,
  placed: readonly Placed[],
  fetch: (missing: readonly Judged[]) => Promise<void>,
): Promise<void> {
  download.report({ status: 'verifying' });
  let missing = await lookFirst(download, placed);
  for (;;) {
    await fetch(missing);
    try {
      const changed = await alone(download, (lease) => change(download, placed, lease));
      if (changed.isDone) return download.tools.onLibraryChange(download.folder);
      missing = changed.missing;
    } catch (error) {
      if (!canSwapAgain(error)) throw error;
      missing = [];
    }
    download.signal.throwIfAborted();
  }
}

/** Finds the known files in a model's folder by path and content, in place of a lost receipt. */
async function recogniseFiles(
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

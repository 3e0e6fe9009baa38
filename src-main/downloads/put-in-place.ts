import { AppError } from '../../server/contract/errors.ts';
import type { Lease } from '../library/lease.ts';
import {
  mergeReceipt,
  type PreviousReceipt,
  readReceipt,
  toReceiptText,
  writeReceiptText,
} from '../library/receipt.ts';
import { recogniseFiles } from '../library/recognise-files.ts';
import { createEmptyFolders } from '../storage/empty-folders.ts';
import { onDisk } from './disk.ts';
import type { Judged, Placed } from './local-files.ts';
import { takeModelLease } from './model-lease.ts';
import { listStaged, partPlaceOf } from './part-place.ts';
import { recoverSwap } from './recover-swap.ts';
import type { Run } from './run.ts';
import { canSwapAgain, swapModel } from './swap.ts';

function askAboutEdits({ job }: Run, edited: readonly Judged[]): AppError {
  const [first] = edited;
  const others = edited.length - 1;
  const names = others === 0 ? '' : ` and ${others} other ${others === 1 ? 'file' : 'files'}`;
  return new AppError(
    'FILE_EDITED',
    `${first?.target}${names} of “${job.title}” changed after the download, so nothing was replaced. Keep your changes, or set them aside under another name and download the original.`,
  );
}

async function judgeAll({ folder, judge, signal }: Run, placed: readonly Placed[]): Promise<Judged[]> {
  const reading = await readReceipt(folder);
  const receipt = reading.kind === 'receipt' ? reading.receipt : null;
  const options = { receipt, hasNothing: createEmptyFolders(), signal };
  const judged: Judged[] = [];
  for (const entry of placed) judged.push(await judge(entry, options));
  return judged;
}

/** What to fetch. Nothing that the person has changed is ever replaced: it stays, or gets another name, as they chose. */
function findWanted(run: Run, judged: readonly Judged[]): Judged[] {
  const edited = judged.filter(({ state }) => state === 'edited');
  if (edited.length > 0 && run.job.edited === 'ask') throw askAboutEdits(run, edited);
  const isWanted = ({ state }: Judged) =>
    state !== 'same' && (state !== 'edited' || run.job.edited === 'aside');
  return judged.filter(isWanted);
}

/** Does something while no other computer changes the model, after what a crash left has been put in order. */
async function alone<T>(run: Run, work: (lease: Lease) => Promise<T>): Promise<T> {
  const { library, folder, staging, tools, signal } = run;
  const lease = await takeModelLease(folder, tools.sharing, signal);
  try {
    const options = { library, folder, lease, staging: staging.folder, signal };
    if (await onDisk(folder, () => recoverSwap(options))) tools.onLibraryChange(folder);
    return await work(lease);
  } finally {
    await lease.release();
  }
}

/** What the receipt told so far; if it was lost, what the server knows of the files that are there. */
async function readPrevious({ folder, plan, signal }: Run): Promise<PreviousReceipt> {
  const reading = await readReceipt(folder);
  if (reading.kind === 'receipt') return reading.receipt;
  if (reading.kind === 'newer') throw new AppError('FORBIDDEN', reading.message);
  return { files: await recogniseFiles(folder, plan.inventory, signal) };
}

async function composeReceipt(run: Run): Promise<string> {
  const { job, plan, serverUrl } = run;
  const receipt = mergeReceipt(await readPrevious(run), {
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

/** Changes the model if everything for it is in staging; else tells what is not. */
async function change(run: Run, placed: readonly Placed[], lease: Lease): Promise<Change> {
  const { library, folder, staging } = run;
  const wanted = findWanted(run, await judgeAll(run, placed));
  const incoming = wanted.map((one) => ({ ...one, staged: partPlaceOf(staging.folder, one.file).whole }));
  const inStaging = await onDisk(folder, () => listStaged(staging.folder));
  const missing = incoming.filter(({ staged }) => !inStaging.has(staged));
  if (missing.length > 0) return { isDone: false, missing };
  const receipt = await composeReceipt(run);
  await onDisk(folder, () =>
    incoming.length === 0
      ? writeReceiptText(folder, receipt)
      : swapModel({ library, folder, lease, incoming, receipt, many: run.many }),
  );
  return { isDone: true, missing: [] };
}

/** Looks at what is there. Another computer may be about to change it: what seems edited is looked at once more, alone. */
async function lookFirst(run: Run, placed: readonly Placed[]): Promise<readonly Judged[]> {
  const judged = await judgeAll(run, placed);
  if (!judged.some(({ state }) => state === 'edited')) return findWanted(run, judged);
  return alone(run, async () => findWanted(run, await judgeAll(run, placed)));
}

/**
 * Brings a model to the state that was planned. `fetch` receives files in staging; meanwhile the person and other computers
 * continue, so what is there is judged again, and only what is still needed is put in place.
 */
export async function putInPlace(
  run: Run,
  placed: readonly Placed[],
  fetch: (missing: readonly Judged[]) => Promise<void>,
): Promise<void> {
  run.report({ status: 'verifying' });
  let missing = await lookFirst(run, placed);
  for (;;) {
    await fetch(missing);
    try {
      const changed = await alone(run, (lease) => change(run, placed, lease));
      if (changed.isDone) return run.tools.onLibraryChange(run.folder);
      missing = changed.missing;
    } catch (error) {
      if (!canSwapAgain(error)) throw error;
      missing = [];
    }
    run.signal.throwIfAborted();
  }
}

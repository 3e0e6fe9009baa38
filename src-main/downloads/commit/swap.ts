import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Lease, LeaseLost } from '../../library/lease.ts';
import { createPlaces, ensureFolder, removeEmptyFolders, stateFolder } from '../../library/place.ts';
import {
  beginSwap,
  endSwap,
  moveBack,
  oldFolderOf,
  placeNewReceipt,
  type SwapIntent,
} from '../../library/swap-intent.ts';
import { onDisk } from '../../platform/storage/disk-errors.ts';
import { exists, inFolder, renamePatiently, syncFolder } from '../../platform/storage/files.ts';
import { hashFile, readFingerprint } from '../../platform/storage/inspect-files.ts';
import type { ManyFiles } from '../staging/many-files.ts';
import { type Judged, nameAside } from './local-files.ts';

/** Files changed after they were judged. The model is unchanged and can be judged again. */
class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/** A verified file in staging, and the current state of its target. */
type Incoming = Judged & { readonly staged: string };

type SwapOptions = {
  readonly library: string;
  readonly folder: string;
  readonly lease: Lease;
  readonly incoming: readonly Incoming[];
  readonly receipt: string;
  readonly many: ManyFiles;
};

const neverAborts = new AbortController().signal;
/** Milliseconds of sleep too short for a lease holder to count as dead. */
const surely = 1000;

/** Checks the lease after some time has passed by either clock, as one of them stops during sleep. */
function createGuard(lease: Lease) {
  let last = { monotonic: Number.NEGATIVE_INFINITY, wall: 0 };
  return async () => {
    const now = { monotonic: performance.now(), wall: Date.now() };
    if (now.monotonic - last.monotonic < surely && Math.abs(now.wall - last.wall) < surely) return;
    await lease.assertHeld();
    last = now;
  };
}

async function plan({ folder, incoming, receipt }: SwapOptions): Promise<SwapIntent> {
  const id = randomBytes(8).toString('hex');
  const outs: SwapIntent['outs'] = [];
  const asides = new Set<string>();
  for (const { file, state, sha256, twin } of incoming) {
    const from = file.relativePath;
    const to = `${oldFolderOf({ id })}/${outs.length}`;
    if (state === 'outdated' && sha256 !== null) outs.push({ from, to, sha256 });
    if (twin !== null) outs.push({ from: twin.relativePath, to, sha256: twin.sha256 });
    if (state !== 'edited') continue;
    const isTaken = async (name: string) => asides.has(name) || (await exists(inFolder(folder, name)));
    const aside = await nameAside(from, new Date(), isTaken);
    asides.add(aside);
    outs.push({ from, to: aside, sha256: null });
  }
  const ins = incoming.map(({ staged, file: { relativePath: to, sha256, sizeBytes } }) => {
    const from = path.relative(folder, staged).split(path.sep).join('/');
    return { from, to, sha256, sizeBytes };
  });
  return { version: 1, id, outs, ins, receipt };
}

/** Verifies that the moved files are the judged ones, as the artist may have saved in between. */
async function verifyOld(intent: SwapIntent, { folder, incoming }: SwapOptions): Promise<void> {
  const judged = new Map(
    incoming.map(({ file, fingerprint, twin }) =>
      twin === null ? [file.relativePath, fingerprint] : [twin.relativePath, twin.fingerprint],
    ),
  );
  for (const { from, to, sha256 } of intent.outs) {
    if (sha256 === null || (await readFingerprint(inFolder(folder, to))) === judged.get(from)) continue;
    if ((await hashFile(inFolder(folder, to), neverAborts)) !== sha256) throw new ChangedMeanwhile();
  }
}

/** Picks one path per folder, which is enough to create all folders; each file's target is checked when it is moved. */
const pickOneOfEachFolder = (incoming: readonly Incoming[]) =>
  new Map(
    incoming.map(({ file: { relativePath } }) => [path.posix.dirname(relativePath), relativePath]),
  ).values();

/** Fewer files are moved one by one. */
const fewestTogether = 8;
/** Milliseconds of moving after which lease and folders are checked again. */
const longestTogether = 250;

function takeTogether(ins: SwapIntent['ins']): SwapIntent['ins'] {
  const folderOf = ({ to }: SwapIntent['ins'][number]) => path.posix.dirname(to);
  const first = ins[0];
  const end = first ? ins.findIndex((one) => folderOf(one) !== folderOf(first)) : 0;
  return end === -1 ? ins : ins.slice(0, end);
}

/**
 * Changes a model in one step: earlier versions move away, edited files are renamed, new files move in, and the receipt
 * follows; or everything stays unchanged. After a crash, `recoverSwap` finishes the change. A computer that slept and
 * was taken for dead cannot continue after waking: staging, earlier versions and record are gone by then.
 */
export async function swapModel(options: SwapOptions): Promise<void> {
  const { library, folder, lease, incoming, many } = options;
  const intent = await plan(options);
  const guard = createGuard(lease);
  const done: { readonly from: string; readonly to: string }[] = [];

  const prepare = createPlaces(library, folder);

  async function move(from: string, to: string, target: string): Promise<void> {
    await onDisk(target, () => renamePatiently(from, to));
    done.push({ from, to });
  }

  /** Returns the number of files moved. `move` handles the next one and reports what blocks it. */
  async function moveTogether(ins: SwapIntent['ins']): Promise<number> {
    const first = ins[0];
    if (first === undefined || ins.length < fewestTogether) return 0;
    await prepare(first.to);
    const files = ins.map(({ from, to }) => ({ from: inFolder(folder, from), to: inFolder(folder, to) }));
    const moved = await many.move(files, longestTogether);
    done.push(...files.slice(0, moved));
    return moved;
  }

  await ensureFolder(path.join(folder, stateFolder));
  for (const relativePath of pickOneOfEachFolder(incoming)) await prepare(relativePath);
  await guard();
  try {
    await beginSwap(folder, intent);
    for (const { from, to } of intent.outs) {
      await guard();
      if (await exists(inFolder(folder, to))) throw new ChangedMeanwhile();
      await move(inFolder(folder, from), inFolder(folder, to), inFolder(folder, from));
    }
    await verifyOld(intent, options);
    for (let left = intent.ins; left.length > 0; ) {
      await guard();
      const moved = await moveTogether(takeTogether(left));
      left = left.slice(moved);
      const next = left[0];
      if (moved > 0 || next === undefined) continue;
      const { target, isTaken } = await prepare(next.to);
      if (isTaken) throw new ChangedMeanwhile();
      await move(inFolder(folder, next.from), target, target);
      left = left.slice(1);
    }
    for (const parent of new Set(done.map(({ to }) => path.dirname(to)))) await syncFolder(parent);
    await lease.assertHeld();
    await placeNewReceipt(folder, intent);
  } catch (error) {
    await lease.assertHeld(); // throws if another computer has finished the change
    for (const { from, to } of done.toReversed()) await moveBack(to, from);
    await endSwap(folder, intent);
    for (const { target } of incoming) await removeEmptyFolders(library, target);
    throw error;
  }
  for (const { to, sha256 } of intent.outs)
    if (sha256 !== null) await rm(inFolder(folder, to), { force: true });
  await endSwap(folder, intent);
}

/** True if the cause of the failure is gone on a retry. */
export const canSwapAgain = (error: unknown) =>
  error instanceof ChangedMeanwhile || error instanceof LeaseLost;

import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Lease } from '../../library/lease.ts';
import { ensureFolder, preparePlace, receiptName } from '../../library/place.ts';
import { writeReceiptText } from '../../library/receipt.ts';
import {
  endSwap,
  moveBack,
  oldFolderOf,
  readIntents,
  removeHalfWritten,
  type SwapIntent,
} from '../../library/swap-intent.ts';
import { exists, inFolder, renamePatiently, syncFolder } from '../../platform/storage/files.ts';
import { hashFile } from '../../platform/storage/inspect-files.ts';
import { nameAside } from './local-files.ts';

type RecoverOptions = {
  readonly library: string;
  readonly folder: string;
  readonly lease: Lease;
  /** This computer's staging, for files that cannot be used now. */
  readonly staging: string;
  readonly signal: AbortSignal;
};

async function hasContent(file: string, sha256: string, signal: AbortSignal): Promise<boolean> {
  return (await exists(file)) && (await hashFile(file, signal).catch(() => null)) === sha256;
}

/** Renames an unexpected file in its folder. */
async function keepAside(folder: string, relativePath: string, file: string): Promise<void> {
  const isTaken = (name: string) => exists(inFolder(folder, name));
  await renamePatiently(file, inFolder(folder, await nameAside(relativePath, new Date(), isTaken)));
}

/** Removes earlier versions, and keeps files that are something else. */
async function clearOld(intent: SwapIntent, { folder, signal }: RecoverOptions): Promise<void> {
  for (const { from, to, sha256 } of intent.outs) {
    const old = inFolder(folder, to);
    if (sha256 === null || !(await exists(old))) continue;
    if (await hasContent(old, sha256, signal)) await rm(old);
    else await keepAside(folder, from, old);
  }
  await endSwap(folder, intent);
}

/** Returns true if every new file is in place, or complete in staging. */
async function canFinish(intent: SwapIntent, { folder, signal }: RecoverOptions): Promise<boolean> {
  for (const { from, to, sha256 } of intent.ins) {
    if (await exists(inFolder(folder, from))) {
      if (!(await hasContent(inFolder(folder, from), sha256, signal))) return false;
    } else if (!(await exists(inFolder(folder, to)))) return false;
  }
  return true;
}

async function finish(intent: SwapIntent, options: RecoverOptions): Promise<void> {
  const { library, folder, lease } = options;
  const waiting: SwapIntent['ins'] = [];
  for (const one of intent.ins) if (await exists(inFolder(folder, one.from))) waiting.push(one);
  if (waiting.length === intent.ins.length) {
    await ensureFolder(inFolder(folder, oldFolderOf(intent)));
    for (const { from, to } of intent.outs) await moveBack(inFolder(folder, from), inFolder(folder, to));
  }
  for (const { from, to, sha256 } of waiting) {
    await lease.assertHeld();
    const target = await preparePlace(library, folder, to);
    if (await hasContent(target, sha256, options.signal)) await rm(target);
    else if (await exists(target)) await keepAside(folder, to, target); // saved there since the crash
    await renamePatiently(inFolder(folder, from), target);
  }
  for (const { to } of intent.ins) await syncFolder(path.dirname(inFolder(folder, to)));
  await lease.assertHeld();
  await writeReceiptText(folder, intent.receipt);
  await clearOld(intent, options);
}

async function undo(intent: SwapIntent, options: RecoverOptions): Promise<void> {
  const { folder, lease, staging, signal } = options;
  for (const { from, to, sha256 } of intent.ins) {
    await lease.assertHeld();
    const kept = path.join(staging, path.posix.basename(from));
    // The files move to this computer's staging: the computer that started the change may be asleep and must not
    // continue with them.
    if (await exists(inFolder(folder, from))) await renamePatiently(inFolder(folder, from), kept);
    else if (await hasContent(inFolder(folder, to), sha256, signal))
      await renamePatiently(inFolder(folder, to), kept);
  }
  for (const { from, to } of intent.outs.toReversed())
    await moveBack(inFolder(folder, to), inFolder(folder, from));
  await clearOld(intent, options);
}

async function recoverOne(intent: SwapIntent, options: RecoverOptions): Promise<void> {
  const { folder } = options;
  const current = await readFile(path.join(folder, receiptName), 'utf8').catch(() => null);
  if (current === intent.receipt) return clearOld(intent, options);
  if (!(await canFinish(intent, options))) return undo(intent, options);
  try {
    await finish(intent, options);
  } catch (error) {
    await options.lease.assertHeld();
    await undo(intent, options).catch(() => {
      throw error; // the next start tries again
    });
  }
}

/** Finishes an interrupted change of a model, or undoes it. Returns true if there was one. Needs no network. */
export async function recoverSwap(options: RecoverOptions): Promise<boolean> {
  const intents = await readIntents(options.folder);
  for (const intent of intents) await recoverOne(intent, options);
  await removeHalfWritten(options.folder);
  return intents.length > 0;
}

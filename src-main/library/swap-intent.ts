import { readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { Sha256 } from '../../server/contract/common.ts';
import { AppError } from '../../server/contract/errors.ts';
import { sentence } from '../../server/contract/sentence.ts';
import { exists, inFolder, renamePatiently, syncFolder, writeAtomically } from '../platform/storage/files.ts';
import { ensureFolder, findPlaceFault, stateFolder } from './place.ts';
import { placeReceipt } from './receipt.ts';

const State = (rest: string) => z.string().regex(new RegExp(`^\\${stateFolder}/${rest}$`));
const Staged = State('[0-9a-f]{16}(-\\d+)?/[0-9a-f]{16}\\.whole');
const Old = State('old-[0-9a-f]{16}/\\d+');
/** A library can come from anywhere, so no path may leave the model's folder. */
const Place = z.string().refine((relativePath) => findPlaceFault(relativePath) === null);

/** A change's record, written first, so that any computer can finish or undo it offline. Paths are in the model's folder. */
export const SwapIntent = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** First the files in the way: earlier versions, to be removed, and edited files, to be renamed. */
  outs: z.array(
    z.union([
      z.object({ from: Place, to: Old, sha256: Sha256 }),
      z.object({ from: Place, to: Place, sha256: z.null() }),
    ]),
  ),
  /** Then the new files. */
  ins: z.array(z.object({ from: Staged, to: Place, sha256: Sha256, sizeBytes: z.number().int() })),
  /** Last the text of the new receipt. */
  receipt: z.string(),
});
export type SwapIntent = z.infer<typeof SwapIntent>;

const intentName = /^swap-[0-9a-f]{16}\.json$/;
const fileOf = (folder: string, { id }: Pick<SwapIntent, 'id'>) =>
  path.join(folder, stateFolder, `swap-${id}.json`);

export const oldFolderOf = ({ id }: Pick<SwapIntent, 'id'>) => `${stateFolder}/old-${id}`;

/** The new receipt waits among the earlier versions and is removed with them. */
const newReceiptOf = (folder: string, intent: SwapIntent) =>
  inFolder(folder, `${oldFolderOf(intent)}/receipt.json`);

/** Records a change, and creates the folder for the earlier versions. */
export async function beginSwap(folder: string, intent: SwapIntent): Promise<void> {
  await writeAtomically(fileOf(folder, intent), `${JSON.stringify(intent)}\n`, folder);
  await ensureFolder(inFolder(folder, oldFolderOf(intent)));
  await writeFile(newReceiptOf(folder, intent), intent.receipt, { flush: true });
}

/** Fails if another computer has taken over. */
export async function placeNewReceipt(folder: string, intent: SwapIntent): Promise<void> {
  await placeReceipt(folder, intent.receipt, async (file) => {
    await renamePatiently(newReceiptOf(folder, intent), file);
    await syncFolder(folder);
  });
}

async function readIntent(file: string): Promise<SwapIntent> {
  try {
    return SwapIntent.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new AppError(
      'CORRUPT_FILE',
      sentence`${{ file }} records a change of the model that this version of Lodestock cannot finish, so nothing was changed. Update Lodestock; if it is up to date, delete the file.`,
      { cause: error },
    );
  }
}

/** Returns unfinished changes. Throws for one that this version cannot read, and leaves it alone. */
export async function readIntents(folder: string): Promise<SwapIntent[]> {
  const state = path.join(folder, stateFolder);
  const names = (await readdir(state).catch(() => [])).filter((name) => intentName.test(name));
  return Promise.all(names.map((name) => readIntent(path.join(state, name))));
}

/** Left by a crash during the write of a record or receipt. */
const halfWritten = /\.json\.[0-9a-f]{16}\.part$/;

/** Returns true if a crash has left an unfinished change. */
export async function isUnfinished(folder: string): Promise<boolean> {
  const names = await readdir(path.join(folder, stateFolder)).catch(() => []);
  return names.some((name) => intentName.test(name) || halfWritten.test(name));
}

/** Removes half-written files; only for the holder of the model's lease. */
export async function removeHalfWritten(folder: string): Promise<void> {
  for (const place of [folder, path.join(folder, stateFolder)])
    for (const name of await readdir(place).catch(() => []))
      if (halfWritten.test(name)) await rm(path.join(place, name), { force: true });
}

/** Call once the change is done or undone. */
export async function endSwap(folder: string, intent: SwapIntent): Promise<void> {
  await rm(newReceiptOf(folder, intent), { force: true });
  await rmdir(inFolder(folder, oldFolderOf(intent))).catch(() => undefined);
  await rm(fileOf(folder, intent), { force: true });
  await syncFolder(path.join(folder, stateFolder));
}

/** Renames a file if the new name is free. */
export async function moveBack(from: string, to: string): Promise<void> {
  if ((await exists(from)) && !(await exists(to))) await renamePatiently(from, to);
}

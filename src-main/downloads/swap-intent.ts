import { lstat, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { Sha256 } from '../../server/contract/common.ts';
import { findPlaceFault } from '../library/relative-path.ts';
import { stateFolder } from '../library/state-folder.ts';
import { syncFolder } from '../storage/sync-folder.ts';
import { writeAtomically } from '../storage/write-atomically.ts';

const State = (rest: string) => z.string().regex(new RegExp(`^\\${stateFolder}/${rest}$`));
const Staged = State('[0-9a-f]{16}(-\\d+)?/[0-9a-f]{16}\\.whole');
const Old = State('old-[0-9a-f]{16}/\\d+');
/** A library may come from anywhere: nothing that it tells leads out of the model's folder. */
const Place = z.string().refine((relativePath) => findPlaceFault(relativePath) === null);

/**
 * What a change of a model is about to do, on the disk before it begins, so that whoever comes after a crash can finish
 * or undo it without a network. Paths are relative to the model's folder, with slashes.
 */
export const SwapIntent = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** First the files in the way: earlier versions with their hash, to be removed; and edited files, to be kept under another name. */
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

const intentName = 'swap.json';
const fileOf = (folder: string) => path.join(folder, stateFolder, intentName);

export const at = (folder: string, relativePath: string) => path.join(folder, ...relativePath.split('/'));
export const oldFolderOf = ({ id }: Pick<SwapIntent, 'id'>) => `${stateFolder}/old-${id}`;

export const exists = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

export const writeIntent = (folder: string, intent: SwapIntent) =>
  writeAtomically(fileOf(folder), `${JSON.stringify(intent)}\n`);

/** Null without one; throws for one that this version cannot read, which is left as it is. */
export async function readIntent(folder: string): Promise<SwapIntent | null> {
  const text = await readFile(fileOf(folder), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : SwapIntent.parse(JSON.parse(text));
}

export const hasIntent = (folder: string) => exists(fileOf(folder));

/** The change is over: done, or undone. */
export async function removeIntent(folder: string, intent: SwapIntent): Promise<void> {
  await rmdir(at(folder, oldFolderOf(intent))).catch(() => undefined);
  await rm(fileOf(folder), { force: true });
  await syncFolder(path.join(folder, stateFolder));
}

/** Renames a file whose new name is free. */
export async function moveBack(from: string, to: string): Promise<void> {
  if ((await exists(from)) && !(await exists(to))) await rename(from, to);
}

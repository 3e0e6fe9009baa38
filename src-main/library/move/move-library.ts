import { lstat, mkdir, readdir, readFile, readlink, rm, rmdir, statfs, symlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { formatBytes } from '../../platform/storage/disk-errors.ts';
import {
  exists,
  inFolder,
  makeFolders,
  renamePatiently,
  writeAtomically,
} from '../../platform/storage/files.ts';
import { type Sharing, takeLeaseUnlessAlive } from '../lease.ts';
import { readLibraryId, rootName, writeLibraryId } from '../roots.ts';
import { copyFile, InTheWay } from './copy-file.ts';
import { arrivingName, type Found, listTree, placeName, type Tree } from './list-tree.ts';
import type { Journal, MoveRecord } from './move-record.ts';

export type MoveProgress = {
  readonly doneFiles: number;
  readonly totalFiles: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
};

export type MoveTools = {
  readonly record: Pick<MoveRecord, 'id' | 'from' | 'to'>;
  readonly journal: Journal;
  readonly sharing: Sharing;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MoveProgress) => void;
  /** Moves a folder in one step within a disk; rejects across disks. */
  readonly renameFolder?: (from: string, to: string) => Promise<void>;
};

async function assertThere(folder: string, id: string): Promise<void> {
  if ((await readLibraryId(folder)) === id) return;
  throw new AppError(
    'UNAVAILABLE',
    sentence`${{ place: folder }} is not connected. Connect its disk or network share.`,
  );
}

async function waitForOthers({ record, sharing, signal }: MoveTools, { leases }: Tree): Promise<void> {
  const machine = await sharing.machine();
  for (const relative of leases) {
    const file = inFolder(record.from, relative);
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!text.includes('"state":"held"') || text.includes(`"machine":"${machine}"`)) continue;
    const folder = path.dirname(file);
    const name = path.basename(file).replace(/-\d+\.lease$/, '');
    const lease = await takeLeaseUnlessAlive({ folder, name, machine, timing: sharing.timing, signal });
    if (lease === null)
      throw new AppError(
        'UNAVAILABLE',
        sentence`Another computer is using ${{ place: path.dirname(folder) }}.`,
      );
    await lease.release();
  }
}

async function checkSpace(to: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(to);
  const free = bavail * bsize;
  if (free >= neededBytes) return;
  throw new AppError(
    'INSUFFICIENT_STORAGE',
    sentence`${{ size: formatBytes(neededBytes) }} still have to be moved, but the disk with ${{ folder: to }} has only ${{ free: formatBytes(free) }} free. Free some space there.`,
  );
}

/** Returns true once the whole folder has moved; false across disks. The target can only be an empty folder. */
async function moveInOneStep({ record, renameFolder }: MoveTools): Promise<boolean> {
  const { from, to } = record;
  try {
    if (process.platform === 'win32') await rmdir(to); // other systems can replace an empty folder
    await renamePatiently(from, to, renameFolder);
    return true;
  } catch {
    if (process.platform === 'win32') await mkdir(to).catch(() => undefined);
    return false;
  }
}

/** Ensures that the target exists and belongs to this move. Returns true if one step has moved the library there. */
async function openPlace(tools: MoveTools): Promise<boolean> {
  const { id, to } = tools.record;
  const marker = path.join(to, placeName);
  if (await exists(marker)) return false;
  if (tools.journal.entries().length > 0 || !(await exists(to)))
    throw new AppError(
      'UNAVAILABLE',
      sentence`${{ place: to }} is not connected. Connect its disk or network share.`,
    );
  const [first] = await readdir(to);
  if (first !== undefined) throw new InTheWay(path.join(to, first));
  if (await moveInOneStep(tools)) return true;
  await writeAtomically(marker, `${JSON.stringify({ id })}\n`, to);
  return false;
}

function createSums({ journal, onProgress }: MoveTools, { files }: Tree) {
  const isDone = ({ path, size, mtimeMs }: Found) => {
    const known = journal.find(path);
    return known?.size === size && known.mtimeMs === mtimeMs;
  };
  const todo = files.filter((file) => !isDone(file));
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  const todoBytes = todo.reduce((sum, { size }) => sum + size, 0);
  const sums = { doneFiles: files.length - todo.length, doneBytes: totalBytes - todoBytes };
  const tell = () => onProgress({ ...sums, totalFiles: files.length, totalBytes });
  tell();
  return {
    ...{ todo, todoBytes },
    add(files: number, bytes: number) {
      sums.doneFiles += files;
      sums.doneBytes += bytes;
      tell();
    },
  };
}

/** Copies what is new or changed since the last pass. Returns true if there was anything. */
async function copyOnce(tools: MoveTools): Promise<boolean> {
  const { record, journal, signal } = tools;
  const { id, from, to } = record;
  await assertThere(from, id);
  const tree = await listTree(from);
  await waitForOthers(tools, tree);
  const sums = createSums(tools, tree);
  await checkSpace(to, sums.todoBytes);
  for (const folder of tree.folders) await makeFolders(inFolder(to, folder), to);
  for (const file of sums.todo) {
    signal.throwIfAborted();
    const [source, target] = [inFolder(from, file.path), inFolder(to, file.path)];
    const before = journal.find(file.path);
    if (before !== undefined) {
      // The user has changed the file since it was copied. The copy is ours if its size is unchanged.
      const { size } = await lstat(target);
      if (size !== before.size) throw new InTheWay(target);
      await rm(target);
      await journal.remove(file.path);
    }
    const arriving = path.join(to, arrivingName);
    const onBytes = (count: number) => sums.add(0, count);
    const sha256 = await copyFile({ from: source, to: target, arriving, signal, onBytes }).catch(
      async (error: unknown) => {
        if (signal.aborted || (await exists(source))) throw error;
        return null; // gone since it was listed, as the next pass will find
      },
    );
    if (sha256 !== null) await journal.add({ ...file, sha256 });
    sums.add(1, 0);
  }
  for (const link of tree.links)
    if (!(await exists(inFolder(to, link))))
      await symlink(await readlink(inFolder(from, link)), inFolder(to, link));
  const there = new Set(tree.files.map((file) => file.path));
  const gone = journal.entries().filter((entry) => !there.has(entry.path));
  if (gone.length > 0) await assertThere(from, id);
  for (const entry of gone) {
    await rm(inFolder(to, entry.path), { force: true });
    await journal.remove(entry.path);
  }
  return sums.todo.length + gone.length > 0;
}

/** Copies or moves the whole library to its target, verified. Can be stopped at any point and called again. */
export async function bringLibrary(tools: MoveTools): Promise<void> {
  const { id, from, to } = tools.record;
  if ((await readLibraryId(to)) === id) return;
  await assertThere(from, id);
  if (await openPlace(tools)) return;
  while (await copyOnce(tools));
  // Last, so that half a library never counts as one.
  await writeLibraryId(to, id);
  await rm(path.join(to, placeName), { force: true });
}

async function removeFolders(root: string, { folders }: Tree): Promise<void> {
  for (const folder of folders.toReversed()) await rmdir(inFolder(root, folder)).catch(() => undefined);
}

/** Deletes files at the old location that are verified at the new one. Returns how many stay because they are not. */
export async function clearOldPlace({ record, journal, signal }: MoveTools): Promise<number> {
  const { id, from, to } = record;
  if (!(await exists(from))) {
    if (journal.entries().length === 0) return 0;
    throw new AppError(
      'UNAVAILABLE',
      sentence`The library is in its new place. Connect the disk with ${{ place: from }} so that the old copies can be deleted.`,
    );
  }
  await assertThere(to, id);
  // First, so that other computers see the library as away, not as losing its models.
  await rm(path.join(from, rootName), { force: true });
  const tree = await listTree(from);
  let kept = 0;
  for (const { path: relative, size, mtimeMs } of tree.files) {
    signal.throwIfAborted();
    const known = journal.find(relative);
    const copy = await lstat(inFolder(to, relative)).catch(() => null);
    const isSafe = known?.size === size && known.mtimeMs === mtimeMs && copy?.size === size;
    if (isSafe) await rm(inFolder(from, relative));
    else kept += 1;
  }
  for (const link of [...tree.links, ...tree.leases]) await rm(inFolder(from, link), { force: true });
  await removeFolders(from, tree);
  await journal.drop();
  await rmdir(from).catch(() => undefined);
  return kept;
}

/** Deletes the copies; the original library was never touched. */
export async function takeBack({ record, journal }: MoveTools): Promise<void> {
  const { from, to } = record;
  for (const entry of journal.entries()) {
    const found = await lstat(inFolder(to, entry.path)).catch(() => null);
    if (found?.size === entry.size && (await exists(inFolder(from, entry.path))))
      await rm(inFolder(to, entry.path));
  }
  for (const name of [arrivingName, placeName]) await rm(path.join(to, name), { force: true });
  await removeFolders(to, await listTree(to));
  await journal.drop();
}

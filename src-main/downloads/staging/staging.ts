import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Lease, type Sharing, takeLease, takeLeaseUnlessAlive } from '../../library/lease.ts';
import { ensureFolders, removeEmptyFolders, stateFolder } from '../../library/place.ts';
import { onDisk } from '../../platform/storage/disk-errors.ts';
import { hashFile } from '../../platform/storage/inspect-files.ts';
import { chunkBytes, readChunkJournal, type Wanted } from './chunk-journal.ts';

export type Staging = { readonly folder: string; readonly close: () => Promise<void> };

const leaseFile = /^[a-z]+-\d+\.lease$/;
const leaseName = 'staging';

/** True if a staging folder belongs to a computer, which has several if its data was copied to another computer. */
export const isStagingOf = (machine: string, name: string) =>
  name === machine || (name.startsWith(`${machine}-`) && /^\d+$/.test(name.slice(machine.length + 1)));

async function closeStaging(library: string, folder: string, lease: Lease): Promise<void> {
  await lease.release();
  const names = await readdir(folder).catch(() => []);
  if (!names.every((name) => leaseFile.test(name))) return;
  for (const name of names) await rm(path.join(folder, name), { force: true });
  await removeEmptyFolders(library, path.join(folder, leaseName));
}

/** Opens this computer's folder inside the model's, so that renames suffice; its lease keeps cloned computers apart. */
export async function openStaging(
  library: string,
  modelFolder: string,
  sharing: Sharing,
  signal: AbortSignal,
): Promise<Staging> {
  const machine = await sharing.machine();
  const state = path.join(modelFolder, stateFolder);
  return onDisk(modelFolder, async () => {
    for (let number = 1; ; number += 1) {
      const folder = path.join(state, number === 1 ? machine : `${machine}-${number}`);
      await ensureFolders([modelFolder, state, folder]);
      const options = { folder, name: leaseName, machine, timing: sharing.timing, signal };
      const lease = await takeLeaseUnlessAlive(options);
      if (lease) return { folder, close: () => closeStaging(library, folder, lease) };
    }
  });
}

/** For sweeping staging folders that are not open. */
export const openedStaging = { leaseName, close: closeStaging } as const;

/** Takes the right to change a model, among all computers that share the library. */
export async function takeModelLease(folder: string, sharing: Sharing, signal: AbortSignal): Promise<Lease> {
  const state = path.join(folder, stateFolder);
  const machine = await sharing.machine();
  return onDisk(folder, async () => {
    await ensureFolders([folder, state]);
    return takeLease({ folder: state, name: 'swap', machine, timing: sharing.timing, signal });
  });
}

/** Names of part files, of complete files that wait for the rest of their model, and of journals. */
export const stagedName = /^[0-9a-f]{16}\.(part|whole|leaves)$/;

/** Paths of a file in staging: while received, its journal, and once complete. */
export type StagedPaths = { readonly file: string; readonly journal: string; readonly whole: string };

/** Names files after path and content, so that a later run finds them; short, however long the path is. */
export function stagedPathsOf(
  staging: string,
  { relativePath, sha256 }: { readonly relativePath: string; readonly sha256: string },
): StagedPaths {
  const key = hash('sha256', `${sha256}\n${relativePath}`).slice(0, 16);
  const base = path.join(staging, key);
  return { file: `${base}.part`, journal: `${base}.leaves`, whole: `${base}.whole` };
}

/** Lists the paths of all files in staging, once for a whole model. */
export async function listStaged(staging: string): Promise<ReadonlySet<string>> {
  return new Set((await readdir(staging)).map((name) => path.join(staging, name)));
}

/** Returns true if an earlier run left the complete file, judged by its size. */
async function hasWhole(place: StagedPaths, wanted: Wanted): Promise<boolean> {
  const found = await lstat(place.whole).catch(() => null);
  return found?.isFile() === true && found.size === wanted.sizeBytes;
}

/** Returns true if an earlier run left the complete file; removes a damaged one. */
export async function findWhole(place: StagedPaths, wanted: Wanted, signal: AbortSignal): Promise<boolean> {
  if (!(await hasWhole(place, wanted))) return false;
  if ((await hashFile(place.whole, signal)) === wanted.sha256) return true;
  await rm(place.whole, { force: true });
  return false;
}

/** Returns how many bytes an earlier run left, in whole chunks or as the complete file. */
export async function readKeptBytes(place: StagedPaths, wanted: Wanted): Promise<number> {
  if (await hasWhole(place, wanted)) return wanted.sizeBytes;
  const found = await lstat(place.file).catch(() => null);
  if (!found?.isFile()) return 0;
  const noted = await readChunkJournal(place.journal, wanted);
  return Math.min(noted, Math.floor(found.size / chunkBytes)) * chunkBytes;
}

/** Opens a part file from an earlier run, truncated to whole chunks, or a new file. Does not follow links. */
export async function openPart(
  place: StagedPaths,
  wanted: Wanted,
): Promise<{ readonly handle: FileHandle; readonly keptBytes: number }> {
  const keptBytes = await readKeptBytes(place, wanted);
  if (keptBytes === 0) {
    await Promise.all([place.file, place.journal].map((file) => rm(file, { force: true })));
    return { handle: await open(place.file, 'wx+'), keptBytes };
  }
  const handle = await open(place.file, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  await handle.truncate(keptBytes);
  return { handle, keptBytes };
}

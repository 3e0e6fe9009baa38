import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Lease, type LeaseTiming, takeLeaseUnlessAlive } from '../library/lease.ts';
import { stateFolder } from '../library/state-folder.ts';
import { onDisk } from './disk.ts';
import { ensureFolders, removeEmptyFolders } from './place.ts';

/** What tells this computer from others, and how leases are kept. */
export type Sharing = { readonly machine: () => Promise<string>; readonly timing: LeaseTiming };

/** Where one computer receives the files of one model. */
export type Staging = { readonly folder: string; readonly close: () => Promise<void> };

const leaseFile = /^[a-z]+-\d+\.lease$/;
const leaseName = 'staging';

/** The folders in which a computer has received files of a model; more than one if its data was copied to another. */
export const isStagingOf = (machine: string, name: string) =>
  name === machine || (name.startsWith(`${machine}-`) && /^\d+$/.test(name.slice(machine.length + 1)));

async function closeStaging(library: string, folder: string, lease: Lease): Promise<void> {
  await lease.release();
  const names = await readdir(folder).catch(() => []);
  if (!names.every((name) => leaseFile.test(name))) return;
  for (const name of names) await rm(path.join(folder, name), { force: true });
  await removeEmptyFolders(library, path.join(folder, leaseName));
}

/**
 * A folder of this computer alone, inside the model's, so that files only have to be renamed to their places. Its lease
 * tells computers with a copy of this one's data to use another.
 */
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

/** For who looks after staging folders that nobody has open. */
export const openedStaging = { leaseName, close: closeStaging } as const;

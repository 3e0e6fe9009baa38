import path from 'node:path';
import { type Lease, takeLease } from '../library/lease.ts';
import { stateFolder } from '../library/state-folder.ts';
import { onDisk } from './disk.ts';
import { ensureFolders } from './place.ts';
import type { Sharing } from './staging.ts';

/** The right to change a model, among all computers that share the library. */
export async function takeModelLease(folder: string, sharing: Sharing, signal: AbortSignal): Promise<Lease> {
  const state = path.join(folder, stateFolder);
  const machine = await sharing.machine();
  return onDisk(folder, async () => {
    await ensureFolders([folder, state]);
    return takeLease({ folder: state, name: 'swap', machine, timing: sharing.timing, signal });
  });
}

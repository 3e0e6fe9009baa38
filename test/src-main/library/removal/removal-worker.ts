import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createSharing } from '../../downloads/create-sharing.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { readLibrary } from '../read-library.ts';

/** One removal, or the undoing of one, in a process that can die before any operation on the disk. */
export type RemovalTask = {
  readonly library: string;
  readonly guid: string;
  /** Null for all files of the model. */
  readonly relativePaths: string[] | null;
  /** The removal to undo; null: one is made. */
  readonly undo: string | null;
  /** The operation on the disk before which the process is killed; null for none. */
  readonly killAt: number | null;
};
export type RemovalWork = { readonly id: string; readonly operations: number };

let operations = 0;
let killAt: number | null = null;
for (const name of ['rename', 'rm', 'open', 'mkdir', 'rmdir', 'writeFile'] as const) {
  const original = fs.promises[name];
  Reflect.set(fs.promises, name, (...input: unknown[]) => {
    operations += 1;
    if (operations === killAt) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(original, fs.promises, input);
  });
}
syncBuiltinESMExports();

const { createRemoval } = await import('../../../../src-main/library/removal/removal.ts');

process.once('message', async (task: RemovalTask) => {
  const { library, guid, relativePaths, undo } = task;
  const { handlers } = createRemoval({
    ...{ libraries: () => [library], readLibrary: () => readLibrary(library), sharing: createSharing() },
    roots: { findAbsence: async () => null },
    isDownloading: () => false,
    onChange: async () => {},
    log: createMemoryLog().log,
  });
  ({ killAt } = task);
  const { done, refused } =
    undo === null
      ? await handlers['removal.remove']({ models: [{ guid, relativePaths }] })
      : await handlers['removal.restore']({ ids: [undo] });
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
  process.send?.({ id: done[0]?.id ?? '', operations } satisfies RemovalWork, () => process.exit());
});

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** One move, in a process that can die before any operation on the disk. */
export type MoveTask = {
  readonly scratch: string;
  /** The operation on the disk before which the process is killed; null for none. */
  readonly killAt: number | null;
};
export type MoveWork = { readonly operations: number };

let operations = 0;
let killAt: number | null = null;
for (const name of ['rename', 'rm', 'open', 'mkdir', 'rmdir', 'appendFile', 'utimes'] as const) {
  const original = fs.promises[name];
  Reflect.set(fs.promises, name, (...input: unknown[]) => {
    operations += 1;
    if (operations === killAt) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(original, fs.promises, input);
  });
}
syncBuiltinESMExports();

const { bringLibrary, clearOldPlace } = await import('../../../../src-main/library/move/move-library.ts');
const { createTools } = await import('./library-under-move.ts');

process.once('message', async (task: MoveTask) => {
  const tools = await createTools(task.scratch);
  ({ killAt } = task);
  operations = 0;
  await bringLibrary(tools);
  await clearOldPlace(tools);
  process.send?.({ operations } satisfies MoveWork, () => process.exit());
});

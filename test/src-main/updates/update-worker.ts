import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';

/** One step of an update, in a process that can die before any change on the disk. */
export type UpdateTask = {
  readonly folder: string;
  /** Where the sources of the new version are. */
  readonly later: string;
  /** `install`: the old version replaces itself; `upgrade`: the new one starts; `return`: it goes back. */
  readonly step: 'install' | 'upgrade' | 'return';
  /** The change before which the process is killed; null for none. */
  readonly killAt: number | null;
};

let operations = 0;
let killAt: number | null = null;

/** Counts the calls of some functions, and dies before one of them. */
function watch(owner: object, names: readonly string[]): void {
  for (const name of names) {
    const original = Reflect.get(owner, name);
    Reflect.set(owner, name, function (this: unknown, ...input: unknown[]) {
      operations += 1;
      if (operations === killAt) process.kill(process.pid, 'SIGKILL');
      return Reflect.apply(original, this, input);
    });
  }
}
watch(fs.promises, ['copyFile', 'mkdir', 'open', 'rename', 'rm']);
watch(fs, ['chmodSync', 'linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'writeFileSync']);
watch(Database.prototype, ['close', 'exec', 'pragma']);
syncBuiltinESMExports();

const { runStep } = await import('./update-steps.ts');

process.once('message', async (task: UpdateTask) => {
  ({ killAt } = task);
  await runStep(task);
  process.send?.(operations, () => process.exit());
});

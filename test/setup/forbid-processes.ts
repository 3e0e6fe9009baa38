import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/** Unit tests start in seconds because they start nothing: a process that one starts after all is an error. */
const refuse = (name: string) => () => {
  throw new Error(
    `A unit test called child_process.${name}. Import node:child_process or a helper that does, and the test moves to the project "process" by itself.`,
  );
};

for (const name of ['spawn', 'spawnSync', 'fork', 'exec', 'execSync', 'execFile', 'execFileSync'] as const)
  Object.assign(childProcess, { [name]: refuse(name) });
syncBuiltinESMExports();

import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Command, confine, findBubblewrap } from '../../base/programs/confine.ts';
import { findProgram } from '../../base/programs/find-program.ts';

export type F3d = {
  readonly command: Command;
  /** Options that ignore the user's configuration and load all readers. */
  readonly settings: readonly string[];
  /** Extensions whose reader this build lacks. */
  readonly lacking: ReadonlySet<string>;
};

const run = promisify(execFile);
const patience = 60_000;
const firstWithPlugins = 2;

/** This computer's f3d, inside bubblewrap; null if either is not installed. Throws why it does not run. */
export async function openF3d(programFolders: readonly string[], folder: string): Promise<F3d | null> {
  const program = findProgram(['f3d'], programFolders);
  const bubblewrap = findBubblewrap(programFolders);
  if (program === null || bubblewrap === null) return null;
  // Older versions need a display.
  const screen = findProgram(['xvfb-run'], programFolders);
  const launcher = screen === null ? [] : [realpathSync(screen), '-a'];
  const [file, args] = confine(bubblewrap, program)(folder, ['--version']);
  const { stdout } = await run(file, args, { timeout: patience });
  const version = /^Version:?\s+(\d+)\./im.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${program} does not say that it is f3d.`);
  return {
    command: confine(bubblewrap, program, launcher),
    settings: Number(version) < firstWithPlugins ? ['--dry-run'] : ['--config=thumbnail'],
    lacking: new Set(/Alembic module: OFF/.test(stdout) ? ['abc'] : []),
  };
}

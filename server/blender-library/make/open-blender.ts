import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Command, confine, findBubblewrap } from '../../base/programs/confine.ts';
import { findProgram } from '../../base/programs/find-program.ts';

export type Blender = {
  /** Such as 402 for 4.2. */
  readonly version: number;
  /** Whether it can access only itself and its working folder. */
  readonly isConfined: boolean;
  readonly command: Command;
};

type Options = {
  /** `auto`, or the program's path. */
  readonly wanted: string;
  readonly programFolders: readonly string[];
  /** A folder that it can access while it prints its version. */
  readonly folder: string;
};

/** 4.2 as 402. */
export function toVersionNumber(text: string): number {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return major * 100 + minor;
}

const run = promisify(execFile);
const patience = 60_000;

/** A working Blender, inside bubblewrap if installed; null if there is none. Throws why it does not run. */
export async function openBlender({ wanted, programFolders, folder }: Options): Promise<Blender | null> {
  const isAuto = wanted === 'auto';
  const macFolder = '/Applications/Blender.app/Contents/MacOS';
  const program = isAuto ? findProgram(['blender', 'Blender'], [...programFolders, macFolder]) : wanted;
  const bubblewrap = findBubblewrap(programFolders);
  if (program === null || (isAuto && bubblewrap === null)) return null;
  const command: Command =
    bubblewrap === null ? (_folder, args) => [program, args] : confine(bubblewrap, program);
  const [file, args] = command(folder, ['--background', '--factory-startup', '--version']);
  const { stdout } = await run(file, args, { timeout: patience });
  const version = /^Blender (\d+\.\d+)/m.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${program} does not say that it is Blender.`);
  return { version: toVersionNumber(version), isConfined: bubblewrap !== null, command };
}

import { type ProgramOptions, runProgram } from '../../base/programs/run-program.ts';
import type { Words } from '../../contract/sentence.ts';
import { makeScript } from './make-script.ts';
import type { Blender } from './open-blender.ts';

/** The contents of `task.json`; paths are relative to its folder. */
export type BlenderTask = {
  readonly file: string;
  readonly picture: string | null;
  readonly title: string;
  readonly catalog: string;
  readonly author: string;
  readonly description: string;
  readonly license: string;
  readonly tags: readonly string[];
};

/** null: it is done. `hasDied`: for no reason that is known, so that it may be tried again. */
export type Failure = { readonly reason: Words; readonly hasDied: boolean } | null;

/** The folder has `task.json` and the files that it names. */
type Options = Omit<ProgramOptions, 'command'> & { readonly blender: Blender };

const firstOffline = 402;
/** Without a window, the owner's settings, or scripts from the file. */
const switches = ['--background', '--factory-startup', '--disable-autoexec'];

/** Lets Blender make one `.blend` file. */
export async function runBlender({ blender, folder, environment, ...rest }: Options): Promise<Failure> {
  const offline = blender.version >= firstOffline ? ['--offline-mode'] : [];
  const command = blender.command(folder, [...switches, ...offline, '--python-expr', makeScript]);
  // Behind bubblewrap it gets its own, and could read that of bubblewrap itself.
  const own = blender.isConfined ? {} : { ...environment, HOME: folder, TMPDIR: folder };
  const { reason, code, said } = await runProgram({ command, folder, environment: own, ...rest });
  const told = reason ?? /^LODESTOCK (.+)$/m.exec(said)?.[1] ?? null;
  if (told !== null) return { reason: told, hasDied: false };
  return code === 0 ? null : { reason: 'Blender stopped unexpectedly over it.', hasDied: true };
}

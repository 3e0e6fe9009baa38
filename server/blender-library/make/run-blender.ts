import { type ProgramOptions, runProgram } from '../../base/programs/run-program.ts';
import type { Words } from '../../contract/sentence.ts';
import { makeScript } from './make-script.ts';
import type { Blender } from './open-blender.ts';

/** Contents of `task.json`; paths are relative to its folder. */
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

/** Null on success. `hasDied`: failed for an unknown reason, so a retry may help. */
export type Failure = { readonly reason: Words; readonly hasDied: boolean } | null;

/** The folder contains `task.json` and the files that it names. */
type Options = Omit<ProgramOptions, 'command'> & { readonly blender: Blender };

const firstOffline = 402;
/** No window, user settings, or scripts from the file. */
const switches = ['--background', '--factory-startup', '--disable-autoexec'];

export async function runBlender({ blender, folder, environment, ...rest }: Options): Promise<Failure> {
  const offline = blender.version >= firstOffline ? ['--offline-mode'] : [];
  const command = blender.command(folder, [...switches, ...offline, '--python-expr', makeScript]);
  // Inside bubblewrap it gets bubblewrap's environment, and could read ours from there.
  const own = blender.isConfined ? {} : { ...environment, HOME: folder, TMPDIR: folder };
  const { reason, code, output } = await runProgram({ command, folder, environment: own, ...rest });
  const told = reason ?? /^LODESTOCK (.+)$/m.exec(output)?.[1] ?? null;
  if (told !== null) return { reason: told, hasDied: false };
  return code === 0 ? null : { reason: 'Blender stopped unexpectedly over it.', hasDied: true };
}

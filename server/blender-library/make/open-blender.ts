import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../base/find-program.ts';

export type Blender = {
  /** Such as 402 for 4.2. */
  readonly version: number;
  /** Whether it sees only itself and its working folder on this computer. */
  readonly isConfined: boolean;
  /** The program and arguments that run it with these, in this folder, as `cwd` too. */
  readonly command: (folder: string, args: readonly string[]) => readonly [string, readonly string[]];
};

type Options = {
  /** `auto` or the path of the program. */
  readonly wanted: string;
  /** Where programs are looked for. */
  readonly programFolders: readonly string[];
  /** One that it may see while it tells its version. */
  readonly folder: string;
};

/** 4.2 as 402. */
export function toVersionNumber(text: string): number {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return major * 100 + minor;
}

const run = promisify(execFile);
const patience = 60_000;

const bind = (kind: string) => (folder: string) => [kind, folder, folder];

/** The system folders that every program needs; several are links into /usr. */
function bindSystem(): readonly string[] {
  const rest = ['/bin', '/lib', '/lib64', '/lib32']
    .filter(existsSync)
    .flatMap((folder) =>
      lstatSync(folder).isSymbolicLink()
        ? ['--symlink', readlinkSync(folder), folder]
        : bind('--ro-bind')(folder),
    );
  const read = ['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache'].flatMap(bind('--ro-bind-try'));
  return [...bind('--ro-bind')('/usr'), ...rest, ...read];
}

/** No network, no other process, and of the disk the system's programs, its own and one folder. */
function confine(bubblewrap: string, program: string): Blender['command'] {
  const real = realpathSync(program);
  const own = path.dirname(real);
  const alone = ['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'];
  const mounts = [
    ...[...bindSystem(), '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...(own.startsWith('/usr/') ? [] : bind('--ro-bind')(own)),
  ];
  const environment = ['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'HOME', '/tmp'];
  return (folder, args) => {
    const place = ['--bind', folder, '/work', '--chdir', '/work'];
    return [bubblewrap, [...alone, ...mounts, ...place, ...environment, '--', real, ...args]];
  };
}

/** A Blender that runs here, with bubblewrap around it where that is installed; null without one. Throws why it does not run. */
export async function openBlender({ wanted, programFolders, folder }: Options): Promise<Blender | null> {
  const isAuto = wanted === 'auto';
  const macFolder = '/Applications/Blender.app/Contents/MacOS';
  const program = isAuto ? findProgram(['blender', 'Blender'], [...programFolders, macFolder]) : wanted;
  const bubblewrap = process.platform === 'linux' ? findProgram(['bwrap'], programFolders) : null;
  if (program === null || (isAuto && bubblewrap === null)) return null;
  const command: Blender['command'] =
    bubblewrap === null ? (_folder, args) => [program, args] : confine(bubblewrap, program);
  const [file, args] = command(folder, ['--background', '--factory-startup', '--version']);
  const { stdout } = await run(file, args, { timeout: patience });
  const version = /^Blender (\d+\.\d+)/m.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${program} does not say that it is Blender.`);
  return { version: toVersionNumber(version), isConfined: bubblewrap !== null, command };
}

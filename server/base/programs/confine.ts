import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from './find-program.ts';

/** Returns a program and arguments that run the confined program with `args` in `folder`. */
export type Command = (
  folder: string,
  args: readonly string[],
) => readonly [program: string, args: readonly string[]];

const bind = (kind: string) => (folder: string) => [kind, folder, folder];

/** System folders that every program needs; some are links into /usr. */
function bindSystem(): readonly string[] {
  const rest = ['/bin', '/lib', '/lib64', '/lib32']
    .filter(existsSync)
    .flatMap((folder) =>
      lstatSync(folder).isSymbolicLink()
        ? ['--symlink', readlinkSync(folder), folder]
        : bind('--ro-bind')(folder),
    );
  const read = ['/etc/alternatives', '/etc/fonts', '/etc/f3d', '/etc/ld.so.cache'];
  return [...bind('--ro-bind')('/usr'), ...rest, ...read.flatMap(bind('--ro-bind-try'))];
}

export const findBubblewrap = (folders: readonly string[]) =>
  process.platform === 'linux' ? findProgram(['bwrap'], folders) : null;

/** Confines a program: no network or other processes; only system programs, its folder and /work. `launcher` starts it. */
export function confine(bubblewrap: string, program: string, launcher: readonly string[] = []): Command {
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
    return [bubblewrap, [...alone, ...mounts, ...place, ...environment, '--', ...launcher, real, ...args]];
  };
}

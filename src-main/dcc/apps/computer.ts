import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Where apps and their settings are; tests pass their own folders. */
export type Computer = {
  readonly platform: 'win32' | 'darwin' | 'linux';
  /** Per-user settings of apps: `%APPDATA%`, `~/Library/Application Support`, `~/.config`. */
  readonly settings: string;
  /** The same, but `~/.local/share` on Linux. */
  readonly data: string;
  /** Folders of installed apps, such as `C:\Program Files` or `/Applications`. */
  readonly programs: readonly string[];
  readonly commands: readonly string[];
  /** Reads the install folders of 3ds Max from the registry; empty outside Windows. */
  readonly readMaxFolders: () => Promise<readonly string[]>;
};

const run = promisify(execFile);

/** Returns `Installdir` of each 3ds Max from the output of `reg query`. */
export function readInstallFolders(printed: string): string[] {
  return [...printed.matchAll(/^\s*Installdir\s+REG_SZ\s+(.+?)\s*$/gim)].map(([, folder = '']) => folder);
}

async function askRegistry(): Promise<readonly string[]> {
  const key = 'HKLM\\SOFTWARE\\Autodesk\\3dsMax';
  try {
    const { stdout } = await run('reg', ['query', key, '/s', '/v', 'Installdir'], { windowsHide: true });
    return readInstallFolders(stdout);
  } catch {
    return []; // the key does not exist if 3ds Max was never installed
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export function describeComputer(environment: Environment, platform = process.platform): Computer {
  const home = homedir();
  const commands = (environment.PATH ?? '').split(path.delimiter).filter(Boolean);
  if (platform === 'win32') {
    const settings = environment.APPDATA || path.join(home, 'AppData', 'Roaming');
    return {
      ...{ platform, commands, readMaxFolders: askRegistry },
      ...{ settings, data: settings },
      programs: [environment.ProgramW6432 ?? environment.ProgramFiles ?? 'C:\\Program Files'],
    };
  }
  const readMaxFolders = async () => [];
  if (platform === 'darwin') {
    const settings = path.join(home, 'Library', 'Application Support');
    return {
      ...{ platform, commands, readMaxFolders, settings, data: settings },
      programs: ['/Applications', path.join(home, 'Applications')],
    };
  }
  return {
    ...{ platform: 'linux', commands, readMaxFolders },
    settings: environment.XDG_CONFIG_HOME || path.join(home, '.config'),
    data: environment.XDG_DATA_HOME || path.join(home, '.local', 'share'),
    programs: ['/opt', path.join(home, 'Applications')],
  };
}

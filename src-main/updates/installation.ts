import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How this copy of the app came onto the computer, which decides who may replace it, and how. */
export type Installation =
  /** Not packaged. */
  | { readonly kind: 'clone' }
  /** Unpacked by hand, so nothing knows how to replace it. */
  | { readonly kind: 'folder' }
  /** For everyone on the computer: only an administrator can replace it. */
  | { readonly kind: 'shared' }
  /** One file, which the app itself can put another one in the place of. */
  | { readonly kind: 'app-image'; readonly file: string }
  /** Windows, for one person; the installer keeps a copy of itself. */
  | { readonly kind: 'installer'; readonly stored: string }
  | { readonly kind: 'mac' };

type Computer = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isPackaged: boolean;
  readonly executable: string;
  readonly resourcesFolder: string;
};

const isBelow = (file: string, folder: string | undefined) =>
  Boolean(folder) && file.toLowerCase().startsWith(`${folder}\\`.toLowerCase());

/** Where electron-updater and the installer for Windows keep their files. */
function readUpdaterFolder(feed: string): string {
  return /^updaterCacheDirName:\s*(\S+)\s*$/m.exec(readFileSync(feed, 'utf8'))?.[1] ?? 'lodestock-updater';
}

/** Whether the package names a place for updates: example.org stands in where its makers have none. */
export function hasOwnFeed(resourcesFolder: string): boolean {
  const feed = path.join(resourcesFolder, 'app-update.yml');
  return existsSync(feed) && !/^url:.*\bexample\.org\b/m.test(readFileSync(feed, 'utf8'));
}

export function findInstallation(computer: Computer): Installation {
  const { platform, env, executable, resourcesFolder } = computer;
  const feed = path.join(resourcesFolder, 'app-update.yml');
  if (!computer.isPackaged) return { kind: 'clone' };
  if (!existsSync(feed)) return { kind: 'folder' };
  if (platform === 'darwin') return { kind: 'mac' };
  if (platform === 'win32') {
    const shared = [env.ProgramFiles, env['ProgramFiles(x86)'], env.ProgramW6432];
    if (shared.some((folder) => isBelow(executable, folder))) return { kind: 'shared' };
    const stored = path.win32.join(env.LOCALAPPDATA ?? '', readUpdaterFolder(feed), 'installer.exe');
    return { kind: 'installer', stored };
  }
  if (existsSync(path.join(resourcesFolder, 'package-type'))) return { kind: 'shared' };
  return env.APPIMAGE ? { kind: 'app-image', file: env.APPIMAGE } : { kind: 'folder' };
}

import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How this copy of the app was installed, which decides who can replace it, and how. */
export type Installation =
  /** Not packaged. */
  | { readonly kind: 'clone' }
  /** Unpacked by hand, so nothing knows how to replace it. */
  | { readonly kind: 'folder' }
  /** Only an administrator can replace it: it is for all users of the computer, or in a read-only folder. */
  | { readonly kind: 'shared'; readonly obstacle: 'shared' | 'read-only' }
  /** One file, which the app can replace itself. */
  | { readonly kind: 'app-image'; readonly file: string }
  /** Windows, for one user; the installer keeps a copy of itself. */
  | { readonly kind: 'installer'; readonly stored: string }
  | { readonly kind: 'mac' };

export type PackageFeed = { readonly url: string; readonly channel: string };

type Computer = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isPackaged: boolean;
  readonly executable: string;
  readonly resourcesFolder: string;
};

const isBelow = (file: string, folder: string | undefined) =>
  Boolean(folder) && file.toLowerCase().startsWith(`${folder}\\`.toLowerCase());

/** Reads the folder of electron-updater and the Windows installer. */
function readUpdaterFolder(feed: string): string {
  return /^updaterCacheDirName:\s*(\S+)\s*$/m.exec(readFileSync(feed, 'utf8'))?.[1] ?? 'lodestock-updater';
}

/** Reads the update address from the package; null if it has only the placeholder example.org. */
export function readOwnFeed(resourcesFolder: string): PackageFeed | null {
  const feed = path.join(resourcesFolder, 'app-update.yml');
  const text = existsSync(feed) ? readFileSync(feed, 'utf8') : '';
  const [url, channel] = [/^url:\s*(\S+)/m, /^channel:\s*(\S+)/m].map((field) => field.exec(text)?.[1]);
  if (url === undefined || /\bexample\.org\b/.test(url)) return null;
  return { url, channel: channel ?? 'latest' };
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function findInstallation(computer: Computer): Installation {
  const { platform, env, executable, resourcesFolder } = computer;
  const feed = path.join(resourcesFolder, 'app-update.yml');
  if (!computer.isPackaged) return { kind: 'clone' };
  if (!existsSync(feed)) return { kind: 'folder' };
  if (platform === 'darwin') return { kind: 'mac' };
  if (platform === 'win32') {
    const shared = [env.ProgramFiles, env['ProgramFiles(x86)'], env.ProgramW6432];
    if (shared.some((folder) => isBelow(executable, folder))) return { kind: 'shared', obstacle: 'shared' };
    const stored = path.win32.join(env.LOCALAPPDATA ?? '', readUpdaterFolder(feed), 'installer.exe');
    return { kind: 'installer', stored };
  }
  if (existsSync(path.join(resourcesFolder, 'package-type'))) return { kind: 'shared', obstacle: 'shared' };
  if (!env.APPIMAGE) return { kind: 'folder' };
  if (!canWrite(path.dirname(env.APPIMAGE))) return { kind: 'shared', obstacle: 'read-only' };
  return { kind: 'app-image', file: env.APPIMAGE };
}

import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Computer, findDataFolder, findLocalFolder } from '../../server/contract/data-folder.ts';
import { renamePatientlySync } from './files.ts';

type AppFolders = {
  /** Settings, logs and what Chromium keeps. */
  readonly own: string;
  /** Where plugins look for `dcc.json`, as plugins/README.md promises. */
  readonly note: string;
  readonly serverData: string;
  /** Where earlier versions kept the data of the server; it moves it on its own. */
  readonly earlierServerData: string | null;
};

type Wish = {
  readonly computer: Computer;
  readonly isPackaged: boolean;
  /** Electron's own idea of where applications keep their data: the roaming folder on Windows. */
  readonly appData: string;
  /** The folder of --user-data-dir; empty for none. It then holds everything, apart from other programs on this computer. */
  readonly wanted: string;
};

/** One rule for where the app keeps what, on a disk of this computer. */
export function findAppFolders({ computer, isPackaged, appData, wanted }: Wish): AppFolders {
  const named = computer.env.LODESTOCK_DATA_DIR;
  if (wanted !== '')
    return {
      own: wanted,
      note: wanted,
      serverData: named || path.join(wanted, 'server'),
      earlierServerData: null,
    };
  const note = path.join(appData, isPackaged ? 'Lodestock' : 'lodestock');
  const isWindows = computer.platform === 'win32';
  const own = isWindows
    ? path.join(findLocalFolder(computer), 'Lodestock', isPackaged ? 'app' : 'clone')
    : note;
  const serverData = named || findDataFolder(computer);
  const before = path.join(own, 'server');
  return {
    own,
    note,
    serverData,
    earlierServerData: named || before.toLowerCase() === serverData.toLowerCase() ? null : before,
  };
}

const smallFiles = [
  'settings.json',
  'session.json',
  'downloads.json',
  'downloads.db',
  'downloads.db-wal',
  'libraries.json',
  'machine.json',
  'window.json',
  'starters.json',
] as const;

/** Copies what must not be lost, all or nothing; the library is re-indexed, and the server's data stays where it is. */
function copySmallFiles(from: string, to: string): void {
  const copy = `${to}.moving`;
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of smallFiles)
    if (existsSync(path.join(from, name))) copyFileSync(path.join(from, name), path.join(copy, name));
  renamePatientlySync(copy, to);
}

/**
 * Brings what earlier versions kept in the roaming folder to the app's own, once; call before anything is written there.
 * What cannot be moved is copied; what cannot be copied stays, and the app starts over.
 */
export function moveFromRoaming({ own, note }: Pick<AppFolders, 'own' | 'note'>): void {
  if (own === note || existsSync(own) || !existsSync(path.join(note, 'settings.json'))) return;
  mkdirSync(path.dirname(own), { recursive: true });
  try {
    renamePatientlySync(note, own);
  } catch {
    copySmallFiles(note, own);
  }
}

/** The port of the app's server used to lie among the server's data, which goes elsewhere. */
export function keepServerPort(before: string, file: string): void {
  if (existsSync(file) || !existsSync(before)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  copyFileSync(before, file);
}

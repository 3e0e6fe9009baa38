import path from 'node:path';
import { type Computer, findDataFolder, findLocalFolder } from '../../../server/contract/data-folder.ts';

type AppFolders = {
  /** Settings, logs and Chromium's files. */
  readonly own: string;
  /** Where plugins look for `dcc.json`, as plugins/README.md promises. */
  readonly note: string;
  readonly serverData: string;
};

type Wish = {
  readonly computer: Computer;
  readonly isPackaged: boolean;
  /** Electron's folder for application data: the roaming folder on Windows. */
  readonly appData: string;
  /** The folder of --user-data-dir; empty for none. If set, everything is in it. */
  readonly wanted: string;
};

/** Decides where the app stores its files, always on a disk of this computer. */
export function findAppFolders({ computer, isPackaged, appData, wanted }: Wish): AppFolders {
  const named = computer.env.LODESTOCK_DATA_DIR;
  if (wanted !== '')
    return {
      own: wanted,
      note: wanted,
      serverData: named || path.join(wanted, 'server'),
    };
  const note = path.join(appData, isPackaged ? 'Lodestock' : 'lodestock');
  const isWindows = computer.platform === 'win32';
  const own = isWindows
    ? path.join(findLocalFolder(computer), 'Lodestock', isPackaged ? 'app' : 'clone')
    : note;
  const serverData = named || findDataFolder(computer);
  return { own, note, serverData };
}

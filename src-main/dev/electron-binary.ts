import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '../..');
const packageFolder = path.join(root, 'node_modules/electron');

function readOr(file: string, otherwise: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : otherwise;
}

/** Returns true if Electron can run without a download: the pinned version, fully unpacked. */
export function hasElectronBinary(): boolean {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) return true;
  const { version }: { version: string } = JSON.parse(readOr(path.join(packageFolder, 'package.json'), '{}'));
  const unpacked = readOr(path.join(packageFolder, 'dist/version'), '').replace(/^v/, '');
  // The installer writes this file last.
  const executable = readOr(path.join(packageFolder, 'path.txt'), '');
  return (
    unpacked === version && executable !== '' && existsSync(path.join(packageFolder, 'dist', executable))
  );
}

/** Returns the first line that names an error; the installer's stack trace follows it. */
function readReason(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const named = lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '');
  return (named ?? 'the installer did not say why').replace(/^(\w*Error: )+/, '').replace(/\.$/, '');
}

/** Runs Electron's installer, which verifies and honours ELECTRON_MIRROR. Resolves with null, or why it failed, in words. */
export async function installElectron(): Promise<string | null> {
  const hook = pathToFileURL(path.join(import.meta.dirname, 'download-progress.ts')).href;
  const installer = spawn(process.execPath, ['--import', hook, path.join(packageFolder, 'install.js')], {
    stdio: ['ignore', 'inherit', 'pipe'],
    // Uses the system's proxies and certificates, as other programs do.
    env: { NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1', ...process.env, ELECTRON_GET_NO_PROGRESS: '1' },
  });
  let output = '';
  installer.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const stop = () => installer.kill();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const [code] = await once(installer, 'close');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  return code === 0 && hasElectronBinary() ? null : readReason(output);
}

/** Runs the built app under Electron. */
export function spawnElectron(args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  return spawn(process.execPath, [path.join(packageFolder, 'cli.js'), root, ...args], {
    stdio: 'inherit',
    env,
  });
}

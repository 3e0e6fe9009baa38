import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const onPath = (command: string) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, command)));

/** Whether .NET calls can run for real. */
export const hasMono = ['mcs', 'mono', 'mkfifo'].every(onPath);

function run(command: string, args: readonly string[]) {
  const { status, stderr, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stdout}${stderr}`);
}

/** Compiles the bridge once for a test file; `remove` takes it away. */
export function compileBridge() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-bridge-'));
  const program = path.join(folder, 'bridge.exe');
  const sources = ['bridge.cs', 'json-reader.cs'].map((name) => path.join(import.meta.dirname, name));
  run('mcs', ['-nologo', '-warnaserror', `-out:${program}`, ...sources]);
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
export type CompiledBridge = ReturnType<typeof compileBridge>;

/** A mono process that reads `requests` and writes `answers`: pipes with names, so that a thread can wait for them. */
export function startBridge({ program }: CompiledBridge, home: string) {
  const requests = path.join(home, 'requests');
  const answers = path.join(home, 'answers');
  run('mkfifo', [requests, answers]);
  const child = spawn('sh', ['-c', 'exec mono "$0" <"$1" >"$2"', program, requests, answers], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Mono keeps the keys of its data protection in the home folder.
    env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, LANG: 'C.UTF-8' },
  });
  return { requests, answers, stop: () => child.kill() };
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileOnce, monoOptions } from '../mono.ts';

/** Compiles and starts the process that holds real .NET objects; threads talk with it through two pipes. */
export async function startBridge() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-bridge-'));
  const at = (name: string) => path.join(folder, name);
  const sources = ['bridge.cs', 'json-reader.cs', '../host-pictures.cs'].map((name) =>
    path.join(import.meta.dirname, name),
  );
  const program = compileOnce('bridge.exe', sources);
  execFileSync('mkfifo', [at('requests'), at('answers')]);
  // Open for both directions, so that opening does not wait and the process outlives a thread.
  const requests = openSync(at('requests'), 'r+');
  const child = spawn('sh', ['-c', 'exec mono "$@" <requests >answers', 'sh', ...monoOptions(), program], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Mono keeps the keys of its data protection in the home folder.
    env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, LANG: 'C.UTF-8' },
  });
  const answers = await open(at('answers'), 'r');
  const ended = once(child, 'exit');
  /** Mono may wait for ever where it ends by itself. */
  const kill = () => child.kill('SIGKILL');
  return {
    pipes: { requests, answers: answers.fd },
    kill,
    stop: async () => {
      kill();
      await ended;
      closeSync(requests);
      await answers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Bridge = Awaited<ReturnType<typeof startBridge>>;

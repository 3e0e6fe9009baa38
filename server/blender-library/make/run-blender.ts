import { spawn } from 'node:child_process';
import { giveWay } from '../../base/threads/give-way.ts';
import { readProcessMemory } from '../../base/threads/process-memory.ts';
import { makeScript } from './make-script.ts';
import type { Blender } from './open-blender.ts';

/** The contents of `task.json`; paths are relative to its folder. */
export type BlenderTask = {
  readonly file: string;
  readonly picture: string | null;
  readonly title: string;
  readonly catalog: string;
  readonly author: string;
  readonly description: string;
  readonly license: string;
  readonly tags: readonly string[];
};

/** null: it is done. `hasDied`: for no reason that is known, so that it may be tried again. */
export type Failure = { readonly reason: string; readonly hasDied: boolean } | null;

type Options = {
  readonly blender: Blender;
  /** The folder that it may see and write, with `task.json` and the files that it names. */
  readonly folder: string;
  /** The environment that a process needs to find its files; never a secret. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds, and bytes in memory. */
  readonly timeout: number;
  readonly memoryBytes: number;
  /** As nice has it. */
  readonly priority: number;
  readonly signal: AbortSignal;
};

const lookEvery = 250;
const mostSaid = 64 * 1024;
const firstOffline = 402;
/** Without a window, the owner's settings, or scripts from the file. */
const switches = ['--background', '--factory-startup', '--disable-autoexec'];

/** Lets Blender make one `.blend` file in its own process, whose crash affects nothing else. */
export function runBlender(options: Options): Promise<Failure> {
  const { blender, folder, timeout, memoryBytes, priority, signal } = options;
  const offline = blender.version >= firstOffline ? ['--offline-mode'] : [];
  const [file, args] = blender.command(folder, [...switches, ...offline, '--python-expr', makeScript]);
  // Behind bubblewrap it gets its own, and could read that of bubblewrap itself.
  const env = blender.isConfined ? {} : { ...options.environment, HOME: folder, TMPDIR: folder };
  const child = spawn(file, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => {}); // held open while it is wanted
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-mostSaid);
  });
  giveWay(child, priority);
  return new Promise((resolve) => {
    let reason: string | null = null;
    const end = (why: string) => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const watch = setInterval(async () => {
      const bytes = child.pid === undefined ? null : await readProcessMemory(child.pid);
      if (bytes !== null && bytes > memoryBytes) end('It needs more memory than one model may use.');
    }, lookEvery);
    const timer = setTimeout(() => end(`It took longer than ${timeout / 1000} seconds.`), timeout);
    const stop = () => end('The server ended.');
    signal.addEventListener('abort', stop);
    const settle = (failure: Failure) => {
      clearInterval(watch);
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(failure);
    };
    child.once('error', (error) =>
      settle({ reason: `Blender could not be started (${error.message}).`, hasDied: false }),
    );
    child.once('close', (code) => {
      const told = reason ?? /^LODESTOCK (.+)$/m.exec(said)?.[1] ?? null;
      if (told !== null) settle({ reason: told, hasDied: false });
      else settle(code === 0 ? null : { reason: 'Blender stopped unexpectedly over it.', hasDied: true });
    });
  });
}

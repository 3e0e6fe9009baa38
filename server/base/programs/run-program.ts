import { spawn } from 'node:child_process';
import { sentence, type Words } from '../../contract/sentence.ts';
import { giveWay } from '../threads/give-way.ts';
import { readProcessUse } from '../threads/process-use.ts';
import type { MakerOptions } from '../threads/start-maker.ts';
import type { Command } from './confine.ts';

export type ProgramOptions = Pick<MakerOptions, 'environment' | 'memoryBytes' | 'priority'> & {
  readonly command: ReturnType<Command>;
  /** The folder that it can read and write. */
  readonly folder: string;
  /** Milliseconds of CPU time, or of elapsed time where the system does not report CPU time. */
  readonly timeout: number;
  readonly signal: AbortSignal;
};
type Ended = {
  /** Why it was killed or did not start; null if it exited by itself. */
  readonly reason: Words | null;
  readonly code: number | null;
  /** The end of its output. */
  readonly output: string;
};

const lookEvery = 250;
const mostSaid = 64 * 1024;
/** A program that runs this many times longer than its CPU limit counts as stuck. */
const patience = 4;

/** Runs a program in its own process, so that a crash affects nothing else. */
export function runProgram({ command: [file, args], folder, ...options }: ProgramOptions): Promise<Ended> {
  const { timeout, memoryBytes, signal } = options;
  const child = spawn(file, args, {
    cwd: folder,
    env: options.environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {}); // held open while it is wanted
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-mostSaid);
  });
  giveWay(child, options.priority);
  return new Promise((resolve) => {
    let reason: Words | null = null;
    const end = (why: Words) => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const tooLong = () => end(sentence`It took longer than ${{ seconds: timeout / 1000 }} seconds.`);
    const watch = setInterval(async () => {
      const use = child.pid === undefined ? null : await readProcessUse(child.pid);
      if (use !== null && use.bytes > memoryBytes) end('It needs more memory than one model may use.');
      if (use !== null && use.cpuMs > timeout) tooLong();
    }, lookEvery);
    const timer = setTimeout(tooLong, process.platform === 'linux' ? timeout * patience : timeout);
    const stop = () => end('The server ended.');
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const settle = (code: number | null) => {
      clearInterval(watch);
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve({ reason, code, output });
    };
    child.once('error', (error) => {
      reason ??= sentence`It could not be started (${{ reason: error.message }}).`;
      settle(null);
    });
    child.once('close', settle);
  });
}

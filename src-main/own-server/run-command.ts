import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../server/contract/errors.ts';
import { readLines, type ServerChild } from '../server-connection/server-child.ts';

export type CommandResult = { readonly code: number; readonly output: string; readonly errors: string };

/** Runs a command of the bundled server next to it, as `node server/main.ts COMMAND` does in a clone. */
export type RunCommand = (args: readonly string[]) => Promise<CommandResult>;

export type CommandChild = ServerChild & { readonly write: (stdin: string | null) => void };

/** Milliseconds until a command that does not end is ended; a check reads a whole library. */
const longest = 30 * 60_000;
/** For what a process that has ended still had to say. */
const lastWords = 1000;

async function collect(stream: NodeJS.ReadableStream | null): Promise<string> {
  const lines: string[] = [];
  await readLines({ stdout: stream, stderr: null }, (line) => lines.push(line));
  return lines.join('\n');
}

export function createRunCommand(fork: (args: readonly string[]) => CommandChild): RunCommand {
  return async (args) => {
    const child = fork(args);
    const ended = new Promise<number>((resolve) => child.onExit((code) => resolve(code ?? 1)));
    child.onFatalError(() => undefined);
    child.write(null);
    const said = Promise.all([collect(child.stdout), collect(child.stderr)]);
    const timer = new AbortController();
    const tooLong = delay(longest, null, { signal: timer.signal, ref: false }).catch(() => null);
    const code = await Promise.race([ended, tooLong]);
    timer.abort();
    if (code === null) {
      child.kill();
      throw new AppError('UNAVAILABLE', 'The bundled server did not finish within half an hour. Try again.');
    }
    const [output, errors] = await Promise.race([said, delay(lastWords, ['', ''] as const, { ref: false })]);
    return { code, output, errors };
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { WireSentence } from '../../server/contract/common.ts';
import { AppError } from '../../server/contract/errors.ts';
import { mapTexts } from '../../server/contract/sentence.ts';
import { CheckCounts, type ServerCheck, ServerFinding } from '../platform/ipc/server-contract.ts';
import { readLines, type ServerChild } from './server-child.ts';

export type CommandResult = { readonly code: number; readonly output: string; readonly errors: string };

/** Runs a command of the bundled server next to it, as `node server/main.ts COMMAND` does in a clone. */
export type RunCommand = (args: readonly string[]) => Promise<CommandResult>;

export type CommandChild = ServerChild & { readonly write: (stdin: string | null) => void };

/** Milliseconds until a hung command is killed; a check reads a whole library. */
const longest = 30 * 60_000;
/** Milliseconds to wait for the last output of an exited process. */
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
    const outputs = Promise.all([collect(child.stdout), collect(child.stderr)]);
    const timer = new AbortController();
    const tooLong = delay(longest, null, { signal: timer.signal, ref: false }).catch(() => null);
    const code = await Promise.race([ended, tooLong]);
    timer.abort();
    if (code === null) {
      child.kill();
      throw new AppError('UNAVAILABLE', 'The bundled server did not finish within half an hour. Try again.');
    }
    const [output, errors] = await Promise.race([
      outputs,
      delay(lastWords, ['', ''] as const, { ref: false }),
    ]);
    return { code, output, errors };
  };
}

const Checked = CheckCounts.partial().extend({
  isSound: z.boolean(),
  findings: z.array(
    ServerFinding.extend({ what: z.string(), sentence: WireSentence.optional(), advice: z.string() }),
  ),
});

const most = 20;
const couldNotRun = 1;
const isForTerminal = (advice: string) => advice.includes('node server/main.ts');

/** Parses the output of `check --json` for the window; `toShareable` removes folder names from its sentences. */
export function readCheck(
  { code, output, errors }: CommandResult,
  toShareable: (text: string) => string,
): ServerCheck {
  if (code === couldNotRun)
    return { isSound: false, findings: [], more: 0, counts: null, trouble: toShareable(errors) };
  const checked = Checked.parse(JSON.parse(output));
  return {
    isSound: checked.isSound,
    findings: checked.findings.slice(0, most).map(({ kind, what, sentence, advice }) => ({
      ...{ kind, what: sentence ? mapTexts(sentence, toShareable) : toShareable(what) },
      advice: isForTerminal(advice) ? null : advice,
    })),
    more: Math.max(0, checked.findings.length - most),
    counts: CheckCounts.safeParse(checked).data ?? null,
    trouble: null,
  };
}

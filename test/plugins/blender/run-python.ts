import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { python } from '../../helpers/find-python.ts';

export const hasPython = python !== '';
const plugins = path.resolve(import.meta.dirname, '../../../plugins');
export const addonFolder = path.join(plugins, 'blender/lodestock');

const Line = z.record(z.string(), z.unknown());
export type Line = z.infer<typeof Line>;
/** Hears each line that a program tells; what it does is done before the program goes on. */
export type Hear = (line: Line) => Promise<void> | void;

type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<NodeJS.ProcessEnv>;
};

/** Starts a program that tells lines of JSON among whatever else it prints. */
export function startProgram({ command, args, env }: Program) {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const said = { complaints: '' };
  child.stderr.on('data', (chunk) => {
    said.complaints += chunk;
  });
  const output = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  /** All its lines, up to one with `done` or its end; it is told to go on after those at which it waits. */
  async function hear(onLine: Hear, isWaiting: (line: Line) => boolean): Promise<readonly Line[]> {
    const lines: Line[] = [];
    for (let next = await output.next(); !next.done; next = await output.next()) {
      if (!next.value.startsWith('{')) continue;
      const line = Line.parse(JSON.parse(next.value));
      lines.push(line);
      if (line.done === true) break;
      await onLine(line);
      if (isWaiting(line)) child.stdin.write('go\n');
    }
    return lines;
  }
  return { child, said, hear };
}

/** Programs that wait for their next wish: starting one costs more than most wishes do. */
const idle = new Map<string, ReturnType<typeof startProgram>[]>();

/** Has a program do what a wish says, and gives the lines that it told. */
export async function perform(program: Program, wish: object, onLine: Hear): Promise<readonly Line[]> {
  const key = [program.command, ...program.args].join(' ');
  const waiting = idle.get(key) ?? [];
  idle.set(key, waiting);
  const one = waiting.pop() ?? startProgram(program);
  one.child.stdin.write(`${JSON.stringify(wish)}\n`);
  const lines = await one.hear(onLine, ({ now }) => now !== undefined);
  if (lines.at(-1)?.done !== true)
    throw new Error(`${program.command} ended early: ${JSON.stringify(lines)}\n${one.said.complaints}`);
  waiting.push(one);
  return lines;
}

type Options = { readonly addon?: string; readonly env?: Readonly<Record<string, string>> };

/** One step of the add-on without Blender; the last line is its answer or its refusal. */
export async function runPure(
  wish: Readonly<Record<string, unknown>>,
  onLine: Hear = () => {},
  { addon = addonFolder, env = {} }: Options = {},
): Promise<Line> {
  const script = path.join(import.meta.dirname, 'pure.py');
  // Not the desktop app of the person who runs the tests.
  const own = { ...process.env, XDG_CONFIG_HOME: '/nowhere', ...env };
  const lines = await perform(
    { command: python, args: [script], env: process.env },
    { wish, addon, env: own },
    onLine,
  );
  return lines.at(-2) ?? {};
}

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { python } from '../../helpers/find-python.ts';

export const hasPython = python !== '';
const plugins = path.resolve(import.meta.dirname, '../../../plugins');
export const addonFolder = path.join(plugins, 'blender/lodestock');
/** The modules of the Python client, which the built add-on has beside its own. */
export const clientFolder = path.join(plugins, 'python/lodestock_client');

const Line = z.record(z.string(), z.unknown());
export type Line = z.infer<typeof Line>;

/** Runs a program that talks in JSON lines; `onLine` hears each of them, also those before the last. */
export async function readLines(child: ChildProcess, onLine: (line: Line) => Promise<void> | void) {
  if (!child.stdout) throw new Error('the program has no output');
  const lines: Line[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    if (!text.startsWith('{')) continue;
    const line = Line.parse(JSON.parse(text));
    lines.push(line);
    await onLine(line);
  }
  return lines;
}

/** Tells a program to continue after each line at which it waits; also answers what it complained of. */
export async function walk(
  child: ChildProcess,
  onLine: (line: Line) => Promise<void> | void,
  isWaiting = (_line: Line) => true,
) {
  let complaints = '';
  child.stderr?.on('data', (chunk) => {
    complaints += chunk;
  });
  const lines = await readLines(child, async (line) => {
    await onLine(line);
    if (isWaiting(line)) child.stdin?.write('go\n');
  });
  return { lines, complaints };
}

type Options = { readonly addon?: string; readonly env?: Readonly<Record<string, string>> };

/** One step of the add-on without Blender; the last line is its answer or its refusal. */
export async function runPure(
  wish: Readonly<Record<string, unknown>>,
  onLine: (line: Line) => Promise<void> | void = () => {},
  { addon = addonFolder, env = {} }: Options = {},
): Promise<Line> {
  const child = spawn(python, [path.join(import.meta.dirname, 'pure.py')], {
    // Not the desktop app of the person who runs the tests.
    env: { ...process.env, XDG_CONFIG_HOME: '/nowhere', ...env, LODESTOCK_ADDON: addon },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin?.end(JSON.stringify(wish));
  const lines = await readLines(child, onLine);
  return lines.at(-1) ?? {};
}

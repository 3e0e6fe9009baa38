import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

export type Verdict = {
  /** What was measured, in a few words. */
  readonly figures: string;
  /** What is wrong; each is one line. */
  readonly findings: readonly string[];
};
/** Why a judge cannot run here, and how to let it. */
export type Absent = { readonly absent: string };

export type Judge = {
  readonly name: string;
  /** Its findings are for people to read and never fail a run: the tool guesses. */
  readonly isAdvisory?: true;
  readonly run: () => Promise<Verdict | Absent>;
};

export const sha256OfFile = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

export type Said = {
  readonly code: number | null;
  /** Its output and its errors as they came. */
  readonly text: string;
  /** Its output alone. */
  readonly output: string;
};
type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Seconds after which it is ended. */
  readonly limit?: number;
};

/** Runs a program to its end; what it printed, on both streams. Its own home folder is thrown away. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { env = {}, cwd, limit = 300 }: RunOptions = {},
): Promise<Said> {
  const home = mkdtempSync(path.join(tmpdir(), 'lodestock-judge-'));
  const child = spawn(command, args, {
    cwd: cwd ?? home,
    env: { ...process.env, HOME: home, XDG_DATA_HOME: '', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), limit * 1000);
  const said: string[] = [];
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  child.stdout.on('data', (text: string) => output.push(text));
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, text: said.join(''), output: output.join('') }));
    });
  } finally {
    clearTimeout(timer);
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  }
}

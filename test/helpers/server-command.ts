import { execFile } from 'node:child_process';
import path from 'node:path';

const main = path.resolve(import.meta.dirname, '../../dist/server/main.js');

export type CommandResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

type Options = {
  readonly dataDir: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Runs a command of the server as its own process, with `input` as its stdin. */
export function runServerCommand(
  args: readonly string[],
  { dataDir, input = '', environment = {} }: Options,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment, LODESTOCK_DATA_DIR: dataDir };
    const child = execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, stdout, stderr });
    });
    child.stdin?.end(input);
  });
}

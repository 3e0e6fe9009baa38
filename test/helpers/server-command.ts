import { execFile } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export type CommandResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

type Options = {
  readonly dataDir: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The built one when absent. */
  readonly main?: string;
};

/** Runs a command of the server as its own process, with `input` as its stdin. */
export function runServerCommand(
  args: readonly string[],
  { dataDir, input = '', environment = {}, main = 'dist/server/main.js' }: Options,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment, LODESTOCK_DATA_DIR: dataDir };
    const child = execFile(
      process.execPath,
      [path.join(root, main), ...args],
      { env },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code ?? 1);
        resolve({ code, stdout, stderr });
      },
    );
    child.stdin?.on('error', () => {}); // it may end before it has read
    child.stdin?.end(input);
  });
}

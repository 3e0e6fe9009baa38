import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterUse } from './after-use.ts';
import { withPrices } from './with-prices.ts';

export type ServerChild = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** Sends a signal and waits for the end; nothing once it has ended. */
  readonly endBy: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  readonly stop: () => Promise<void>;
};

type StartOptions = {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Gets each line of its log. */
  readonly onLine?: (line: string) => void;
};

const root = path.resolve(import.meta.dirname, '../..');

/** What its tests need no server to do: draw posters, wait until a complete library is quiet, or ask for invitations. */
const idle = {
  ...withPrices,
  LODESTOCK_POSTERS: 'off',
  LODESTOCK_LEVELS: 'off',
  LODESTOCK_BLENDER: 'off',
  LODESTOCK_QUIET_SECONDS: '0',
  LODESTOCK_FIRST_REGISTRATION: 'open',
};

/** Starts a server as its own process until the test ends, and waits until it listens. */
export async function startServerChild(
  file: string,
  { args = [], env = {}, onLine }: StartOptions = {},
): Promise<ServerChild> {
  const child = spawn(process.execPath, [path.resolve(root, file), ...args], {
    env: { ...process.env, ...idle, LODESTOCK_POSTERS_SANDBOX: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill); // a test that is given up leaves no server behind
  child.once('exit', () => process.off('exit', kill));
  const lines = createInterface({ input: child.stdout });
  if (onLine !== undefined) lines.on('line', onLine);
  const baseUrl = await new Promise<string | undefined>((resolve) => {
    lines.on('line', (line) => {
      const found = /"baseUrl":"([^"]+)"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    lines.once('close', () => resolve(undefined));
  });
  if (baseUrl === undefined) throw new Error(`${file} ended before it listened`);
  const endBy = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const stop = () => endBy('SIGTERM');
  afterUse(stop);
  return { child, baseUrl, endBy, stop };
}

/** Ends it at once, as a power cut would. */
export const killServer = ({ endBy }: ServerChild): Promise<void> => endBy('SIGKILL');

/** Waits until the first scan of a server's library is searchable. */
export async function waitUntilReady(baseUrl: string): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${baseUrl}/readyz`);
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

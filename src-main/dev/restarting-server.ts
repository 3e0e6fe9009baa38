import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { readListeningLine } from '../server-connection/server-child.ts';

/** Milliseconds until a server that does not stop is killed; everything it has written is durable. */
const patience = 500;

type Options = {
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string) => void;
  /** Called each time the server starts to answer. */
  readonly onUp: () => void;
};

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = new AbortController();
  await Promise.race([exited, delay(patience, null, { signal: timer.signal }).catch(() => null)]);
  timer.abort();
  child.kill('SIGKILL');
  await exited;
}

/** Runs the server from source. If it exits by itself, it stays down until the next restart. */
export function startRestartingServer({ script, env, onLine, onUp }: Options) {
  let running = launch();
  let last: Promise<unknown> = Promise.resolve();

  function launch() {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'], env });
    const { promise: isUp, resolve } = Promise.withResolvers<boolean>();
    const launched = { child, isUp, isWanted: true };
    createInterface({ input: child.stdout }).on('line', (line) => {
      onLine(line);
      if (!readListeningLine(line)) return;
      resolve(true);
      onUp();
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      resolve(false);
      launched.isUp = Promise.resolve(false);
      if (launched.isWanted)
        onLine(`The server ended with code ${code}. It starts again after the next change.`);
    });
    return launched;
  }

  async function end(): Promise<void> {
    running.isWanted = false;
    await endProcess(running.child);
  }

  /** Runs tasks one at a time, as two servers cannot share a data folder. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    const next = last.then(task);
    last = next;
    return next;
  }

  /** A restart can replace the server while a caller waits; the caller then waits for the new one. */
  async function settled(): Promise<boolean> {
    await last;
    const waitedFor = running;
    const isUp = await waitedFor.isUp;
    await last;
    return waitedFor === running ? isUp : settled();
  }

  return {
    /** Resolves with true once the server answers, or with false if it exited by itself. */
    settled,
    restart: () =>
      inTurn(async () => {
        await end();
        running = launch();
      }),
    stop: () => inTurn(end),
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Http } from '../http.ts';
import type { Log } from '../log.ts';
import type { JsonFile } from '../storage/json-file.ts';
import { isPortFree, type PortFile } from './port-file.ts';
import { watchReadiness } from './readiness.ts';
import type { ServerChild } from './server-child.ts';
import { readLines, readListeningLine } from './server-output.ts';
import type { ServerLink, TellStatus } from './state.ts';

/** Milliseconds, but for the number of restarts within a window. */
export type RestartPolicy = {
  readonly firstDelay: number;
  readonly longestDelay: number;
  readonly maxRestarts: number;
  readonly window: number;
  readonly readinessInterval: number;
  readonly stopTimeout: number;
};

export const defaultRestartPolicy: RestartPolicy = {
  firstDelay: 500,
  longestDelay: 10_000,
  maxRestarts: 5,
  window: 60_000,
  readinessInterval: 500,
  stopTimeout: 10_000,
};

type BundledOptions = {
  readonly fork: (port: number) => ServerChild;
  readonly http: Http;
  readonly portFile: JsonFile<PortFile>;
  readonly onLine: (line: string) => void;
  readonly onStatus: TellStatus;
  readonly log: Log;
  readonly logFile: string;
  readonly policy: RestartPolicy;
};

/** Milliseconds that what a process wrote may arrive after its end; a child of its own could hold its output open. */
const lastWords = 1000;

type Process = { readonly child: ServerChild; readonly exited: Promise<void> };

const starting = { url: null, status: 'starting', message: null, progress: null } as const;

async function endProcess({ child, exited }: Process, timeout: number): Promise<void> {
  child.kill();
  const timer = new AbortController();
  const isEnded = await Promise.race([
    exited.then(() => true),
    delay(timeout, false, { signal: timer.signal }).catch(() => true),
  ]);
  timer.abort();
  if (isEnded || child.pid === undefined) return;
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    return; // it ended by itself in this moment
  }
  await exited;
}

/** The server that comes with the app, as a child process that is restarted when it dies. */
export function createBundledServer(options: BundledOptions): ServerLink {
  const { onStatus, log, policy } = options;
  let running: Process | null = null;
  let life = new AbortController();
  let deaths: number[] = [];

  function fail(what: string): void {
    const message = `The bundled server ${what}. Choose Restart server; the reason is in ${options.logFile}.`;
    onStatus({ url: null, status: 'failed', message, progress: null });
  }

  async function revive(signal: AbortSignal, code: number | null): Promise<void> {
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < policy.window), now];
    log.error('server.died', { code, deaths: deaths.length });
    if (deaths.length > policy.maxRestarts)
      return fail(`stopped ${deaths.length} times within a minute and is not started again by itself`);
    onStatus({ ...starting, message: 'The bundled server stopped and is being started again.' });
    const pause = Math.min(policy.firstDelay * 2 ** (deaths.length - 1), policy.longestDelay);
    await delay(pause, undefined, { signal });
    await launch(signal);
  }

  function takeLine(line: string, signal: AbortSignal): void {
    options.onLine(line);
    const address = readListeningLine(line);
    if (address?.hostname !== '127.0.0.1' || signal.aborted) return;
    const url = address.origin;
    void options.portFile.write({ version: 1, port: Number(address.port) }).catch(() => undefined);
    onStatus({ url, status: 'indexing', message: null, progress: null });
    void watchReadiness({ http: options.http, url, signal, interval: policy.readinessInterval, onStatus });
  }

  async function launch(signal: AbortSignal): Promise<void> {
    const remembered = (await options.portFile.read())?.port;
    const port = remembered && (await isPortFree(remembered)) ? remembered : 0;
    signal.throwIfAborted();
    const child = options.fork(port);
    const ended = new AbortController();
    const whileAlive = AbortSignal.any([signal, ended.signal]);
    const isRead = readLines(child, (line) => takeLine(line, whileAlive));
    const exited = new Promise<void>((resolve) => {
      child.once('exit', (code) => {
        ended.abort();
        running = null;
        resolve(Promise.race([isRead, delay(lastWords)]));
        if (!signal.aborted) revive(signal, code).catch((error: unknown) => giveUp(signal, error));
      });
    });
    running = { child, exited };
  }

  function giveUp(signal: AbortSignal, error: unknown): void {
    if (signal.aborted) return;
    log.error('server.not-started', { error });
    fail('could not be started');
  }

  function start(): void {
    life = new AbortController();
    deaths = [];
    const { signal } = life;
    onStatus(starting);
    launch(signal).catch((error: unknown) => giveUp(signal, error));
  }

  async function stop(): Promise<void> {
    life.abort();
    if (running) await endProcess(running, policy.stopTimeout);
  }

  return {
    kind: 'bundled',
    async expectedUrl() {
      const remembered = await options.portFile.read();
      return remembered && `http://127.0.0.1:${remembered.port}`;
    },
    start,
    stop,
    async restart() {
      await stop();
      start();
    },
  };
}

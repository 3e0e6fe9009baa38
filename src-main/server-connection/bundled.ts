import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { refusedExitCode } from '../../server/contract/process-messages.ts';
import { sentence, type Words } from '../../server/contract/sentence.ts';
import type { Http } from '../platform/network/http.ts';
import type { JsonFile } from '../platform/storage/json-file.ts';
import type { Log } from '../platform/storage/log.ts';
import { watchReadiness } from './readiness.ts';
import { readLines, readListeningLine, type ServerChild } from './server-child.ts';
import type { ServerLink, TellStatus } from './state.ts';

/** The port of the last run, reused if it is free. */
export const PortFile = z.object({ version: z.literal(1), port: z.number().int().min(1).max(65535) });
export type PortFile = z.infer<typeof PortFile>;

/** Times in milliseconds; at most `maxRestarts` within a `window`. */
export type RestartPolicy = {
  readonly firstDelay: number;
  readonly longestDelay: number;
  readonly maxRestarts: number;
  readonly window: number;
  readonly readinessInterval: number;
  readonly stopTimeout: number;
  /** How long the process may take to exit after `kill` before it is killed by force. */
  readonly killTimeout: number;
};

export const defaultRestartPolicy: RestartPolicy = {
  firstDelay: 500,
  longestDelay: 10_000,
  maxRestarts: 5,
  window: 60_000,
  readinessInterval: 500,
  stopTimeout: 10_000,
  killTimeout: 3000,
};

type BundledOptions = {
  readonly fork: (port: number) => ServerChild;
  /** `127.0.0.1`, or `0.0.0.0` if others may use it. */
  readonly listeningAddress: () => string;
  readonly http: Http;
  readonly portFile: JsonFile<PortFile>;
  readonly onLine: (line: string) => void;
  readonly onStatus: TellStatus;
  readonly log: Log;
  readonly logFile: string;
  readonly policy: RestartPolicy;
};

/** Milliseconds to wait for output after a process exits, as its child process could keep the pipe open. */
const lastWords = 1000;

const loopback = '127.0.0.1';
/** The port of a manually started server. */
const defaultPort = 8787;

type Process = { readonly child: ServerChild; readonly exited: Promise<void> };

const starting = { url: null, status: 'starting', message: null, progress: null } as const;

/** Returns the given port if it is free, or any free port for 0; null if it is taken. */
function probePort(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(port, host, () => {
      const bound = probe.address();
      probe.close(() => resolve(typeof bound === 'object' && bound ? bound.port : null));
    });
  });
}

/** Returns the last port if it is free. Others must know the port before the server starts. */
async function choosePort(remembered: number | undefined, host: string): Promise<number> {
  const wanted = remembered === undefined ? null : await probePort(remembered, host);
  if (wanted !== null || host === loopback) return wanted ?? 0;
  return (await probePort(defaultPort, host)) ?? (await probePort(0, host)) ?? 0;
}

async function isGone(exited: Promise<void>, timeout: number): Promise<boolean> {
  const timer = new AbortController();
  const isEnded = await Promise.race([
    exited.then(() => true),
    delay(timeout, false, { signal: timer.signal }).catch(() => true),
  ]);
  timer.abort();
  return isEnded;
}

/** Stops a process: first with a message, then by force, as a hung process does not respond. */
async function endProcess({ child, exited }: Process, policy: RestartPolicy): Promise<void> {
  child.requestStop();
  if (await isGone(exited, policy.stopTimeout)) return;
  child.kill();
  if ((await isGone(exited, policy.killTimeout)) || child.pid === undefined) return;
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    return; // it exited while we waited
  }
  await exited;
}

/** Runs the bundled server as a child process and restarts it after a crash. */
export function createBundledServer(options: BundledOptions): ServerLink {
  const { onStatus, log, policy } = options;
  let running: Process | null = null;
  let life = new AbortController();
  let deaths: number[] = [];

  function fail(what: Words): void {
    const message = sentence`The bundled server ${{ what }}. Choose Restart server, or see ${{ file: options.logFile }} for the reason.`;
    onStatus({ url: null, status: 'failed', message, progress: null });
  }

  /** Stops trying, as a restart would fail in the same way and the user must act on the message. */
  function refuse(signal: AbortSignal, reason: string): void {
    if (signal.aborted) return;
    log.error('server.refused', { reason });
    onStatus({ url: null, status: 'failed', message: reason, progress: null });
  }

  async function revive(signal: AbortSignal, code: number | null): Promise<void> {
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < policy.window), now];
    log.error('server.died', { code, deaths: deaths.length });
    if (deaths.length > policy.maxRestarts)
      return fail(
        sentence`stopped ${{ count: deaths.length }} times within a minute and will not be restarted automatically`,
      );
    onStatus({ ...starting, message: 'The bundled server stopped and is restarting.' });
    const pause = Math.min(policy.firstDelay * 2 ** (deaths.length - 1), policy.longestDelay);
    await delay(pause, undefined, { signal });
    await launch(signal);
  }

  function takeLine(line: string, signal: AbortSignal): void {
    options.onLine(line);
    const address = readListeningLine(line);
    if (address?.hostname !== loopback || signal.aborted) return;
    const url = address.origin;
    void options.portFile.write({ version: 1, port: Number(address.port) }).catch(() => undefined);
    onStatus({ url, status: 'indexing', message: null, progress: null });
    void watchReadiness({ http: options.http, url, signal, interval: policy.readinessInterval, onStatus });
  }

  async function launch(signal: AbortSignal): Promise<void> {
    const remembered = (await options.portFile.read())?.port;
    const port = await choosePort(remembered, options.listeningAddress());
    signal.throwIfAborted();
    const child = options.fork(port);
    const ended = new AbortController();
    const whileAlive = AbortSignal.any([signal, ended.signal]);
    let lastLine = '';
    const isRead = readLines(child, (line) => {
      lastLine = line;
      takeLine(line, whileAlive);
    });
    const exited = new Promise<void>((resolve) => {
      child.onFatalError((report) => log.error('server.fatal-error', report));
      child.onExit((code) => {
        ended.abort();
        running = null;
        const isOver = Promise.race([isRead, delay(lastWords)]);
        resolve(isOver);
        if (signal.aborted) return;
        const next =
          code === refusedExitCode ? isOver.then(() => refuse(signal, lastLine)) : revive(signal, code);
        next.catch((error: unknown) => giveUp(signal, error));
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
    if (running) await endProcess(running, policy);
  }

  return {
    kind: 'bundled',
    async expectedUrl() {
      const remembered = await options.portFile.read();
      return remembered && `http://${loopback}:${remembered.port}`;
    },
    start,
    stop,
    async restart() {
      await stop();
      start();
    },
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { giveWay } from '../../base/threads/give-way.ts';
import { entryFile } from '../../base/threads/start.ts';
import type { PosterConfig } from '../../config/poster-settings.ts';
import { sentence, type Words } from '../../contract/sentence.ts';
import type { PosterQueue } from '../poster-queue.ts';
import { BrowserNews, type BrowserTask } from './browser-messages.ts';

export type BrowserRunner = ReturnType<typeof createBrowserRunner>;

type Parts = {
  readonly program: string;
  readonly config: PosterConfig;
  readonly queue: PosterQueue;
  /** The queue's name for the browser. */
  readonly renderer: string;
  /** How far it yields to everything else, as for `nice`. */
  readonly priority: number;
  /** Null until the server listens and the library has been read. */
  readonly pageUrl: () => string | null;
  readonly log: FastifyBaseLogger;
};

const lookEvery = 1000;
const idleMs = 20_000;
const longestPause = 10 * 60_000;
/** Milliseconds without asking for a job after which a browser counts as broken. */
const startMs = 60_000;
/** After this many failures in a row, other work no longer waits for the browser. */
const mostFailures = 3;

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
}

const toStartFault = (program: string, reason: string) =>
  sentence`${{ browser: program }} could not be started for posters (${{ reason }}).`;

/** Keeps a headless browser on the rendering page while there is work for it. */
export function createBrowserRunner({ program, config, queue, renderer, priority, pageUrl, log }: Parts) {
  let child: ChildProcess | null = null;
  let fault: Words | null = null;
  let failures = 0;
  let notBefore = 0;
  let busyAt = 0;
  let startedAt = 0;
  let isClosed = false;
  const endings = new Set<Promise<void>>();

  const take = (news: BrowserNews) => {
    if (news.event === 'open') fault = null;
    if (news.event === 'crashed') queue.lose(renderer, news.reason);
    if (news.event !== 'failed') return;
    fault = toStartFault(program, news.reason);
    log.warn({ event: 'posters', reason: news.reason }, 'The browser for posters does not start.');
  };
  const onExit = (ended: ChildProcess) => {
    if (ended !== child) return;
    child = null;
    queue.lose(renderer, 'The browser ended while it was drawn.');
    failures += 1;
    notBefore = Date.now() + Math.min(longestPause, 500 * 2 ** Math.min(failures, 12));
  };
  const start = (url: string) => {
    const started = fork(entryFile('poster-browser'), [], {
      env: { ...config.browserEnvironment },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    giveWay(started, priority);
    child = started;
    busyAt = Date.now();
    startedAt = busyAt;
    started.on('message', (message) => take(BrowserNews.parse(message)));
    started.once('error', (error) => take({ event: 'failed', reason: error.message }));
    started.once('exit', () => onExit(started));
    const { parallel: pages, isSandboxed } = config;
    started.send({ program, pageUrl: url, pages, isSandboxed } satisfies BrowserTask);
  };
  const end = () => {
    const ended = child;
    if (!ended) return;
    child = null;
    const ending = endChild(ended).finally(() => endings.delete(ending));
    endings.add(ending);
  };
  const look = () => {
    if (isClosed) return;
    const now = Date.now();
    const isBusy = queue.running().length > 0;
    if (isBusy) {
      busyAt = now;
      failures = 0;
    } else if (queue.isDue()) busyAt = now;
    if (child !== null && now - busyAt > idleMs) end();
    const url = pageUrl();
    if (child === null && url !== null && endings.size === 0 && now >= notBefore && busyAt === now)
      start(url);
  };
  const timer = setInterval(look, lookEvery).unref();

  return {
    /** Checks at once whether a browser is needed. */
    wake: look,
    /** Why the browser cannot be started; null if it can. */
    fault: () => fault,
    /** Whether the browser is about to ask for jobs: it is starting, or has just started. */
    isHopeful: () =>
      fault === null && failures < mostFailures && (child === null || Date.now() - startedAt < startMs),
    /** Ends a hanging browser; a new one starts when there is work. */
    replace() {
      log.warn({ event: 'posters' }, 'The browser for posters hung over a model and is started again.');
      end();
      queue.release(renderer);
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      end();
      await Promise.all(endings);
    },
  };
}

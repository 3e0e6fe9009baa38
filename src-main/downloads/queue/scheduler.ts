import { randomUUID } from 'node:crypto';
import { errorCodes, toErrorBody, toFailure } from '../../../server/contract/errors.ts';
import type { DownloadJob } from '../../platform/ipc/contract.ts';
import type { Log } from '../../platform/storage/log.ts';
import { type Confirmed, findHoldUp, type JobPatch, type RunDownload, requeue } from './job.ts';
import type { JobList } from './job-list.ts';
import type { JobStore } from './job-store.ts';
import { createReadyJobs, folderKeyOf } from './ready-jobs.ts';
import {
  createGates,
  createWaits,
  delayOf,
  findReach,
  type Reach,
  type RetryDelays,
  readRetryAfter,
} from './retry.ts';

/** A retry can succeed once the user has fixed the cause. */
const fixable = ['UNAUTHENTICATED', 'INSUFFICIENT_STORAGE', 'INSUFFICIENT_BALANCE', 'FORBIDDEN'];

function describeFailure(error: unknown, log: Log): NonNullable<DownloadJob['error']> {
  const body = toErrorBody(error, randomUUID());
  const { code, requestId } = body;
  log.warn('download.failed', { code, requestId, error });
  return { ...toFailure(body), canRetry: errorCodes[code].canRetry || fixable.includes(code) };
}

type SchedulerOptions = {
  readonly run: RunDownload;
  readonly jobList: JobList;
  readonly store: Pick<JobStore, 'saved'>;
  readonly parallel: () => number;
  /** False while no server is known; jobs then wait. */
  readonly canRun: () => boolean;
  /** The server, account and library that a new download would get. */
  readonly current: () => Confirmed;
  /** Called after the user cancels a download; its received parts are still on the disk. */
  readonly onCancelled: (job: DownloadJob) => void;
  readonly retryDelays: RetryDelays;
  readonly now: () => number;
  readonly log: Log;
};

export type Scheduler = ReturnType<typeof createScheduler>;

/** Why a running download is being stopped; null while it continues. */
type Ending = 'pause' | 'cancel' | 'hold' | 'stop' | null;
type Running = { readonly controller: AbortController; readonly ended: Promise<void>; ending: Ending };

const iso = (time: number) => new Date(time).toISOString();

/** Decides which downloads run, and what happens after each. */
export function createScheduler(options: SchedulerOptions) {
  const { run, jobList, store, log, now, retryDelays } = options;
  const gates = createGates(retryDelays, now);
  const ready = createReadyJobs();
  const running = new Map<string, Running>();
  const busyFolders = new Set<string>();
  const waits = createWaits(now, begin);
  /** Failures of each job since it last received data. */
  const tries = new Map<string, number>();
  let lastPlace = '';
  let isStopped = false;

  function change(id: string, patch: JobPatch): void {
    const job = jobList.get(id);
    if (job) jobList.put({ ...job, ...patch });
  }

  /** Queues an idle job, or makes it wait for what it needs. */
  function schedule(job: DownloadJob): void {
    waits.end(job.id);
    const holdUp = findHoldUp(job, options.current());
    if (holdUp === null) {
      change(job.id, requeue(job));
      ready.enter(job);
    } else {
      ready.leave(job.id);
      change(job.id, { ...requeue(job), status: 'waiting', error: holdUp });
    }
  }

  /** Opens the gates of a download that succeeded, so that those waiting behind them continue at once. */
  function openGates(id: string): void {
    const opened = gates.open(jobList.find(id));
    if (opened.length === 0) return;
    for (const waiting of waits.findBehind(opened)) schedule(jobList.find(waiting));
    begin();
  }

  function wait(job: DownloadJob, reach: Reach, error: unknown): void {
    const { id } = job;
    const count = tries.get(id) ?? 0;
    tries.set(id, count + 1);
    const asked = readRetryAfter(error);
    const gate = gates.of(job, reach);
    const until = gate?.shut(id, asked) ?? now() + Math.max(delayOf(retryDelays, count), asked);
    waits.begin(id, { until, gate });
    change(id, {
      status: 'waiting',
      error: describeFailure(error, log),
      retryAt: iso(until),
      bytesPerSecond: null,
    });
  }

  function report(id: string, patch: JobPatch): void {
    if ((patch.receivedBytes ?? 0) > (jobList.get(id)?.receivedBytes ?? 0)) tries.delete(id);
    change(id, patch);
    if (patch.chargedUsd) void store.saved().catch(() => undefined); // already logged
    if (patch.status === 'downloading') openGates(id);
  }

  function endEarly(id: string, ending: Exclude<Ending, null>): void {
    const job = jobList.find(id);
    if (ending === 'stop') change(id, requeue(job));
    else if (ending === 'hold' && findHoldUp(job, options.current()) !== null) schedule(job);
    else if (ending === 'hold') {
      change(id, { status: 'queued', error: null, retryAt: null, bytesPerSecond: null });
      ready.enter(jobList.find(id));
    } else if (ending === 'pause') change(id, { status: 'paused', error: null, bytesPerSecond: null });
    else {
      change(id, { status: 'cancelled', error: null, finishedAt: iso(now()), bytesPerSecond: null });
      options.onCancelled(job);
    }
  }

  async function work(job: DownloadJob, own: Running): Promise<void> {
    const { id } = job;
    const ended = () => ({ finishedAt: iso(now()), bytesPerSecond: null });
    try {
      const { filePath } = await run(job, {
        signal: own.controller.signal,
        report: (patch) => report(id, patch),
      });
      tries.delete(id);
      change(id, { status: 'done', filePath, ...ended() });
      openGates(id);
    } catch (error) {
      const reach = findReach(error);
      if (own.ending !== null) endEarly(id, own.ending);
      else if (reach === null)
        change(id, { status: 'failed', error: describeFailure(error, log), ...ended() });
      else wait(jobList.find(id), reach, error);
    }
  }

  function start(id: string): void {
    const confirmed = jobList.find(id);
    const account = confirmed.account ?? options.current().account;
    change(id, { status: 'resolving', error: null, retryAt: null, account });
    const job = jobList.find(id);
    const folder = folderKeyOf(job);
    busyFolders.add(folder);
    gates.enter(job);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    waits.end(id);
    const own: Running = { controller: new AbortController(), ended, ending: null };
    running.set(id, own);
    void work(job, own).finally(() => {
      running.delete(id);
      busyFolders.delete(folder);
      gates.leave(job);
      resolve();
      begin();
    });
  }

  /** After a change of server or account, some jobs start to wait for theirs and others stop waiting. */
  function reconsider(): void {
    const current = options.current();
    const place = JSON.stringify([current.server, current.account, current.moving]);
    if (place === lastPlace) return;
    lastPlace = place;
    for (const job of jobList.values()) {
      const isHeldUp = job.status === 'queued' && findHoldUp(job, current) !== null;
      if (isHeldUp || (job.status === 'waiting' && !running.has(job.id))) schedule(job);
    }
  }

  function begin(): void {
    if (isStopped) return;
    reconsider();
    if (!options.canRun()) return;
    for (const id of waits.takeDue()) ready.enter(jobList.find(id), true);
    while (running.size < options.parallel()) {
      const id = ready.next(
        (group) => gates.admits(group),
        (folder) => busyFolders.has(folder),
      );
      if (id === null) break;
      start(id);
    }
    waits.setTimer(gates.nextTry());
  }

  async function end(id: string, ending: 'pause' | 'cancel'): Promise<void> {
    const own = running.get(id);
    if (own) {
      own.ending = ending;
      own.controller.abort();
      await own.ended;
    } else {
      ready.leave(id);
      waits.end(id);
      change(id, { retryAt: null });
      endEarly(id, ending);
    }
  }

  return {
    schedule,
    end,
    begin,
    /** Called after a change of position or priority. */
    reorder(job: DownloadJob): void {
      if (job.status === 'queued') ready.enter(job);
    },
    isRunning: (id: string) => running.has(id),
    /** Clears the failures of a job and tries it now, despite any hold. */
    tryNow(id: string): void {
      gates.hurry();
      tries.delete(id);
      schedule(jobList.find(id));
      begin();
    },
    /** Makes all waiting downloads retry at once, after a change such as of the server or sign-in. */
    wake(): void {
      gates.hurry();
      waits.hurry();
      begin();
    },
    /** Stops the running downloads, of one library or all, and keeps their data until `canRun` lets them continue. */
    async hold(library?: string): Promise<void> {
      const held = [...running].filter(([id]) => !library || jobList.get(id)?.library === library);
      for (const [, own] of held) {
        if (own.ending !== null) continue;
        own.ending = 'hold';
        own.controller.abort();
      }
      await Promise.all(held.map(([, { ended }]) => ended));
    },
    /** Stops the running jobs; they are queued again at the next start. */
    async stop(): Promise<void> {
      isStopped = true;
      waits.stop();
      for (const own of running.values()) {
        own.ending ??= 'stop';
        own.controller.abort();
      }
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

import { randomUUID } from 'node:crypto';
import { errorCodes, toErrorBody } from '../../server/contract/errors.ts';
import type { DownloadJob } from '../ipc/contract.ts';
import type { Log } from '../log.ts';
import type { JobPatch, RunDownload } from './download-run.ts';
import { delayOf, findReach, type Reach, type RetryDelays, readRetryAfter } from './gate.ts';
import { createGates } from './gates.ts';
import { type Confirmed, findHoldUp, requeue } from './job.ts';
import type { JobStore } from './job-store.ts';
import { createLineup, folderKeyOf } from './lineup.ts';
import type { Roster } from './roster.ts';
import { createWaits } from './waits.ts';

/** Errors after which a retry can succeed once the person has fixed the cause. */
const fixable = ['UNAUTHENTICATED', 'INSUFFICIENT_STORAGE', 'INSUFFICIENT_BALANCE', 'FORBIDDEN'];

/** A failure as the list shows it; the log has its cause. */
function describeFailure(error: unknown, log: Log): NonNullable<DownloadJob['error']> {
  const { code, message, requestId } = toErrorBody(error, randomUUID());
  log.warn('download.failed', { code, requestId, error });
  return { code, message, canRetry: errorCodes[code].canRetry || fixable.includes(code) };
}

type SchedulerOptions = {
  readonly run: RunDownload;
  readonly roster: Roster;
  readonly store: Pick<JobStore, 'saved'>;
  readonly parallel: () => number;
  /** False while there is no server to ask; jobs wait meanwhile. */
  readonly canRun: () => boolean;
  /** What a download that is confirmed now keeps to. */
  readonly current: () => Confirmed;
  /** What the person cancelled; what was received of it is still there. */
  readonly onCancelled: (job: DownloadJob) => void;
  readonly retryDelays: RetryDelays;
  readonly now: () => number;
  readonly log: Log;
};

/** Decides which downloads run, and what becomes of them. */
export type Scheduler = {
  /** Lets a job that is idle start when its turn comes, or wait for what it needs. */
  readonly lineUp: (job: DownloadJob) => void;
  /** Its position or priority is another. */
  readonly moveInLine: (job: DownloadJob) => void;
  /** Ends the run of a job, or takes it out of the line. Resolves once it has the status. */
  readonly end: (id: string, ending: 'pause' | 'cancel') => Promise<void>;
  readonly isRunning: (id: string) => boolean;
  /** Starts what can run now. */
  readonly begin: () => void;
  /** Forgets the failures of a job and lets it try now, whatever stands in the way. */
  readonly tryNow: (id: string) => void;
  /** Something has changed, like the server or the sign-in: tries at once whatever waits. */
  readonly wake: () => void;
  /** Ends what runs, into one library or all, which keeps what it has received and its turn; `canRun` decides when it continues. */
  readonly hold: (library?: string) => Promise<void>;
  /** Stops running jobs; they are queued again at the next start. */
  readonly stop: () => Promise<void>;
};

/** Why a run is being ended; null while nobody ends it. */
type Ending = 'pause' | 'cancel' | 'hold' | 'stop' | null;
type Running = { readonly controller: AbortController; readonly ended: Promise<void>; ending: Ending };

const iso = (time: number) => new Date(time).toISOString();

export function createScheduler(options: SchedulerOptions): Scheduler {
  const { run, roster, store, log, now, retryDelays } = options;
  const gates = createGates(retryDelays, now);
  const lineup = createLineup();
  const running = new Map<string, Running>();
  const busyFolders = new Set<string>();
  const waits = createWaits(now, begin);
  /** Failures of a job since it last received anything. */
  const tries = new Map<string, number>();
  let lastPlace = '';
  let isStopped = false;

  function change(id: string, patch: JobPatch): void {
    const job = roster.get(id);
    if (job) roster.put({ ...job, ...patch });
  }

  /** Lets a job take its place among those that can start, or wait with those that cannot. */
  function lineUp(job: DownloadJob): void {
    waits.end(job.id);
    const holdUp = findHoldUp(job, options.current());
    if (holdUp === null) {
      change(job.id, requeue(job));
      lineup.enter(job);
    } else {
      lineup.leave(job.id);
      change(job.id, { ...requeue(job), status: 'waiting', error: holdUp });
    }
  }

  /** The way is free: those who met the same obstacle need not wait for their turn. */
  function openGates(id: string): void {
    const opened = gates.open(roster.find(id));
    if (opened.length === 0) return;
    for (const waiting of waits.findBehind(opened)) lineUp(roster.find(waiting));
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
    if ((patch.receivedBytes ?? 0) > (roster.get(id)?.receivedBytes ?? 0)) tries.delete(id);
    change(id, patch);
    if (patch.chargedUsd) void store.saved().catch(() => undefined); // already logged
    if (patch.status === 'downloading') openGates(id);
  }

  function endEarly(id: string, ending: Exclude<Ending, null>): void {
    const job = roster.find(id);
    if (ending === 'stop') change(id, requeue(job));
    else if (ending === 'hold' && findHoldUp(job, options.current()) !== null) lineUp(job);
    else if (ending === 'hold') {
      change(id, { status: 'queued', error: null, retryAt: null, bytesPerSecond: null });
      lineup.enter(roster.find(id));
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
      else wait(roster.find(id), reach, error);
    }
  }

  function start(id: string): void {
    const confirmed = roster.find(id);
    const account = confirmed.account ?? options.current().account;
    change(id, { status: 'resolving', error: null, retryAt: null, account });
    const job = roster.find(id);
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

  /** The server or the account is another: some jobs have to wait for theirs, and others need not any more. */
  function reconsider(): void {
    const current = options.current();
    const place = JSON.stringify([current.server, current.account, current.moving]);
    if (place === lastPlace) return;
    lastPlace = place;
    for (const job of roster.values()) {
      const isHeldUp = job.status === 'queued' && findHoldUp(job, current) !== null;
      if (isHeldUp || (job.status === 'waiting' && !running.has(job.id))) lineUp(job);
    }
  }

  /** Starts what can run now. */
  function begin(): void {
    if (isStopped) return;
    reconsider();
    if (!options.canRun()) return;
    for (const id of waits.takeDue()) lineup.enter(roster.find(id), true);
    while (running.size < options.parallel()) {
      const id = lineup.next(
        (lane) => gates.admit(lane),
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
      lineup.leave(id);
      waits.end(id);
      change(id, { retryAt: null });
      endEarly(id, ending);
    }
  }

  return {
    lineUp,
    end,
    begin,
    moveInLine(job) {
      if (job.status === 'queued') lineup.enter(job);
    },
    isRunning: (id) => running.has(id),
    tryNow(id) {
      gates.hurry();
      tries.delete(id);
      lineUp(roster.find(id));
      begin();
    },
    wake() {
      gates.hurry();
      waits.hurry();
      begin();
    },
    async hold(library) {
      const held = [...running].filter(([id]) => !library || roster.get(id)?.library === library);
      for (const [, own] of held) {
        if (own.ending !== null) continue;
        own.ending = 'hold';
        own.controller.abort();
      }
      await Promise.all(held.map(([, { ended }]) => ended));
    },
    async stop() {
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

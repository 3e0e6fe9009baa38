import { randomUUID } from 'node:crypto';
import { AppError, errorCodes, toErrorBody } from '../../server/contract/errors.ts';
import type { DownloadJob, DownloadRequest } from '../ipc/contract.ts';
import type { Log } from '../log.ts';
import type { JsonFile } from '../storage/json-file.ts';
import { createGate, delayOf, findReach, type Reach, type RetryDelays, readRetryAfter } from './gate.ts';
import {
  isFinished,
  keepRecent,
  newJob,
  notSaved,
  otherServer,
  type QueueFile,
  requeue,
  toStored,
} from './job.ts';

type JobPatch = Partial<Omit<DownloadJob, 'id' | keyof DownloadRequest>>;

/** Runs one job. Rejects with an AppError to show, or with the signal's reason. */
export type RunDownload = (
  job: DownloadJob,
  control: {
    readonly signal: AbortSignal;
    readonly report: (patch: JobPatch) => void;
    /** True when the signal means that the app is closing; the job continues at the next start. */
    readonly isStopping: () => boolean;
  },
) => Promise<{ readonly filePath: string }>;

export type DownloadQueue = {
  readonly read: () => DownloadJob[];
  /** Restores the jobs of the last run. */
  readonly load: () => Promise<void>;
  /** Something has changed, like the server or the sign-in: tries at once whatever waits. */
  readonly wake: () => void;
  /** Resolves once the job is on the disk. Rejects with INSUFFICIENT_STORAGE if it cannot be saved; nothing was added. */
  readonly add: (request: DownloadRequest) => Promise<DownloadJob>;
  readonly cancel: (id: string) => Promise<void>;
  readonly retry: (id: string) => void;
  /** Answers what to do with files that the person has changed, and tries again. */
  readonly decide: (id: string, edited: 'keep' | 'aside') => void;
  readonly clearFinished: () => void;
  /** Stops running jobs; they are queued again at the next start. */
  readonly stop: () => Promise<void>;
};

type QueueOptions = {
  readonly run: RunDownload;
  readonly file: JsonFile<QueueFile>;
  readonly parallel: () => number;
  /** False while there is no server to ask; jobs wait meanwhile. */
  readonly canRun: () => boolean;
  /** The server that the app is connected to: its address in the settings, or `bundled`. */
  readonly server: () => string;
  readonly retryDelays: RetryDelays;
  readonly now: () => number;
  readonly onChange: () => void;
  readonly log: Log;
};

type Running = { readonly controller: AbortController; readonly ended: Promise<void> };

/** Errors after which a retry can succeed once the person has fixed the cause. */
const fixable = ['UNAUTHENTICATED', 'INSUFFICIENT_STORAGE', 'INSUFFICIENT_BALANCE', 'FORBIDDEN'];

const isSameFile = (a: DownloadRequest, b: DownloadRequest) =>
  a.guid === b.guid &&
  a.format === b.format &&
  a.lod === b.lod &&
  a.variant === b.variant &&
  a.relativePath === b.relativePath;

type Wait = { readonly reach: Reach; readonly until: number };

const iso = (time: number) => new Date(time).toISOString();

export function createDownloadQueue(options: QueueOptions): DownloadQueue {
  const { run, file, log, now, retryDelays } = options;
  const gate = createGate(retryDelays, now);
  let jobs = new Map<string, DownloadJob>();
  const running = new Map<string, Running>();
  /** Jobs that try again by themselves. */
  const waits = new Map<string, Wait>();
  /** Failures of a job since it last received anything. */
  const tries = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const save = () => file.write(toStored([...jobs.values()]));

  function replace(next: Iterable<DownloadJob>): void {
    jobs = new Map(keepRecent([...next]).map((job) => [job.id, job]));
    void save().catch(() => undefined); // already logged
    options.onChange();
  }

  function change(id: string, patch: JobPatch): void {
    const job = jobs.get(id);
    if (!job) return;
    jobs.set(id, { ...job, ...patch });
    if (patch.status === undefined || patch.status === job.status) options.onChange();
    else replace(jobs.values());
  }

  function find(id: string): DownloadJob {
    const job = jobs.get(id);
    if (!job) throw new AppError('NOT_FOUND', 'This download is no longer in the list.');
    return job;
  }

  function describe(error: unknown): NonNullable<DownloadJob['error']> {
    const { code, message, requestId } = toErrorBody(error, randomUUID());
    log.warn('download.failed', { code, requestId, error });
    return { code, message, canRetry: errorCodes[code].canRetry || fixable.includes(code) };
  }

  function requeueJob(job: DownloadJob): void {
    waits.delete(job.id);
    change(job.id, requeue(job));
  }

  /** The way to the server is free: those who met the same obstacle need not wait for their turn. */
  function openGate(id: string): void {
    if (!gate.open(id)) return;
    for (const [waiting, { reach }] of [...waits]) if (reach === 'all') requeueJob(find(waiting));
    begin();
  }

  function wait(id: string, reach: Reach, error: unknown): void {
    const count = tries.get(id) ?? 0;
    tries.set(id, count + 1);
    const asked = readRetryAfter(error);
    const own = () => now() + Math.max(delayOf(retryDelays, count), asked);
    const until = reach === 'all' ? gate.shut(id, asked) : own();
    waits.set(id, { reach, until });
    change(id, { status: 'waiting', error: describe(error), retryAt: iso(until), bytesPerSecond: null });
  }

  function report(id: string, patch: JobPatch): void {
    if ((patch.receivedBytes ?? 0) > (jobs.get(id)?.receivedBytes ?? 0)) tries.delete(id);
    change(id, patch);
    if (patch.status === 'downloading') openGate(id);
  }

  async function work(job: DownloadJob, signal: AbortSignal): Promise<void> {
    const { id } = job;
    const ended = () => ({ finishedAt: iso(now()), bytesPerSecond: null });
    try {
      const { filePath } = await run(job, {
        signal,
        report: (patch) => report(id, patch),
        isStopping: () => isStopped,
      });
      change(id, { status: 'done', filePath, ...ended() });
      openGate(id);
    } catch (error) {
      const reach = findReach(error);
      if (isStopped) change(id, requeue(find(id)));
      else if (signal.aborted) change(id, { status: 'cancelled', ...ended() });
      else if (reach === null) change(id, { status: 'failed', error: describe(error), ...ended() });
      else wait(id, reach, error);
    }
  }

  function start(job: DownloadJob): void {
    const controller = new AbortController();
    const ended = Promise.resolve()
      .then(() => work(job, controller.signal))
      .finally(() => {
        running.delete(job.id);
        gate.leave(job.id);
        begin();
      });
    running.set(job.id, { controller, ended });
    waits.delete(job.id);
    gate.enter(job.id);
    change(job.id, { status: 'resolving', error: null, retryAt: null });
  }

  const isDue = (job: DownloadJob) =>
    job.status === 'queued' || (waits.get(job.id)?.until ?? Number.POSITIVE_INFINITY) <= now();

  /** Jobs of the same model run one at a time because they share a folder and its receipt. */
  function mayStart(job: DownloadJob): boolean {
    if (!isDue(job) || running.size >= options.parallel() || !gate.admits()) return false;
    return ![...running.keys()].some((id) => jobs.get(id)?.guid === job.guid);
  }

  /** A job stays with the server where it was confirmed: another one may know other files and other prices. */
  function parkForeign(): void {
    const server = options.server();
    for (const job of jobs.values()) {
      const isForeign = job.server !== null && job.server !== server;
      const isParked = job.status === 'waiting' && !waits.has(job.id);
      if (isForeign && job.server !== null && (job.status === 'queued' || waits.has(job.id))) {
        waits.delete(job.id);
        change(job.id, { status: 'waiting', error: otherServer(job.server), retryAt: null });
      } else if (isParked && !isForeign) requeueJob(job);
    }
  }

  /** Comes back for what was not due at that time. */
  function setTimer(time: number): void {
    clearTimeout(timer);
    const times = [gate.nextTry() ?? 0, ...[...waits.values()].map(({ until }) => until)];
    const next = Math.min(...times.filter((due) => due > time));
    if (Number.isFinite(next)) timer = setTimeout(begin, Math.max(0, next - now())).unref();
  }

  /** Starts what can run now; what has not been tried yet goes first, so that one bad job cannot hold up the others. */
  function begin(): void {
    if (isStopped) return;
    const time = now();
    parkForeign();
    if (!options.canRun()) return;
    const all = [...jobs.values()];
    const inTurn = [
      ...all.filter(({ status }) => status === 'queued'),
      ...all.filter(({ status }) => status === 'waiting'),
    ];
    for (const job of inTurn) {
      if (running.size >= options.parallel()) break;
      if (mayStart(job)) start(job);
    }
    setTimer(time);
  }

  function wake(): void {
    gate.hurry();
    for (const [id, wait] of waits) waits.set(id, { ...wait, until: now() });
    begin();
  }

  async function add(request: DownloadRequest): Promise<DownloadJob> {
    const server = options.server();
    const same = [...jobs.values()].filter((job) => isSameFile(job, request) && job.server === server);
    const unfinished = same.find((job) => !isFinished(job));
    if (unfinished) return unfinished;
    const job = newJob(request, server);
    jobs.set(job.id, job);
    try {
      await save();
    } catch (error) {
      jobs.delete(job.id);
      throw notSaved(error);
    }
    replace([...jobs.values()].filter((other) => !same.includes(other)));
    begin();
    return find(job.id);
  }

  async function cancel(id: string): Promise<void> {
    const job = find(id);
    const active = running.get(id);
    if (active) {
      active.controller.abort();
      await active.ended;
    } else if (!isFinished(job)) {
      waits.delete(id);
      change(id, { status: 'cancelled', error: null, retryAt: null, finishedAt: iso(now()) });
    }
  }

  function retry(id: string): void {
    const job = find(id);
    if (running.has(id) || job.status === 'done') return;
    gate.hurry();
    tries.delete(id);
    requeueJob(job);
    begin();
  }

  return {
    read: () => [...jobs.values()],
    wake,
    add,
    cancel,
    async load() {
      const stored = (await file.read())?.jobs ?? [];
      replace([
        ...stored.map((job) => (isFinished(job) ? job : { ...job, ...requeue(job) })),
        ...jobs.values(),
      ]);
    },
    retry,
    decide(id, edited) {
      change(id, { edited });
      retry(id);
    },
    clearFinished: () => replace([...jobs.values()].filter((job) => !isFinished(job))),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const { controller } of running.values()) controller.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await save().catch(() => undefined);
    },
  };
}

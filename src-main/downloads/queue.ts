import { randomUUID } from 'node:crypto';
import { AppError, errorCodes, toErrorBody } from '../../server/contract/errors.ts';
import type { DownloadJob, DownloadRequest } from '../ipc/contract.ts';
import type { Log } from '../log.ts';
import type { JsonFile } from '../storage/json-file.ts';
import { isFinished, keepRecent, newJob, type QueueFile, requeue, toStored } from './job.ts';

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
  /** Starts the jobs that can run now. */
  readonly wake: () => void;
  readonly add: (request: DownloadRequest) => DownloadJob;
  readonly cancel: (id: string) => Promise<void>;
  readonly retry: (id: string) => void;
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

export function createDownloadQueue(options: QueueOptions): DownloadQueue {
  const { run, file, log } = options;
  let jobs = new Map<string, DownloadJob>();
  const running = new Map<string, Running>();
  let isStopped = false;

  function save(): void {
    void file.write(toStored([...jobs.values()])).catch(() => undefined); // already logged
  }

  function replace(next: Iterable<DownloadJob>): void {
    jobs = new Map(keepRecent([...next]).map((job) => [job.id, job]));
    save();
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

  function describe(error: unknown): DownloadJob['error'] {
    const { code, message, requestId } = toErrorBody(error, randomUUID());
    log.warn('download.failed', { code, requestId, error });
    return { code, message, canRetry: errorCodes[code].canRetry || fixable.includes(code) };
  }

  async function work(job: DownloadJob, signal: AbortSignal): Promise<void> {
    const finishedAt = () => new Date().toISOString();
    try {
      const report = (patch: JobPatch) => change(job.id, patch);
      const { filePath } = await run(job, { signal, report, isStopping: () => isStopped });
      change(job.id, { status: 'done', filePath, finishedAt: finishedAt(), bytesPerSecond: null });
    } catch (error) {
      if (isStopped) change(job.id, requeue(find(job.id)));
      else if (signal.aborted)
        change(job.id, { status: 'cancelled', finishedAt: finishedAt(), bytesPerSecond: null });
      else
        change(job.id, {
          status: 'failed',
          error: describe(error),
          finishedAt: finishedAt(),
          bytesPerSecond: null,
        });
    }
  }

  function begin(job: DownloadJob): void {
    const controller = new AbortController();
    const ended = Promise.resolve()
      .then(() => work(job, controller.signal))
      .finally(() => {
        running.delete(job.id);
        wake();
      });
    running.set(job.id, { controller, ended });
    change(job.id, { status: 'resolving' });
  }

  /** Jobs of the same model run one at a time because they share a folder and its receipt. */
  function mayBegin(job: DownloadJob): boolean {
    if (job.status !== 'queued' || running.size >= options.parallel()) return false;
    return ![...running.keys()].some((id) => jobs.get(id)?.guid === job.guid);
  }

  function wake(): void {
    if (isStopped || !options.canRun()) return;
    for (const job of jobs.values()) if (mayBegin(job)) begin(job);
  }

  function add(request: DownloadRequest): DownloadJob {
    const same = [...jobs.values()].filter((job) => isSameFile(job, request));
    const unfinished = same.find((job) => !isFinished(job));
    if (unfinished) return unfinished;
    const job = newJob(request);
    replace([...[...jobs.values()].filter((other) => !same.includes(other)), job]);
    wake();
    return find(job.id);
  }

  async function cancel(id: string): Promise<void> {
    const job = find(id);
    const active = running.get(id);
    if (active) {
      active.controller.abort();
      await active.ended;
    } else if (job.status === 'queued') {
      change(id, { status: 'cancelled', finishedAt: new Date().toISOString() });
    }
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
    retry(id) {
      const job = find(id);
      if (job.status !== 'failed' && job.status !== 'cancelled') return;
      change(id, requeue(job));
      wake();
    },
    clearFinished: () => replace([...jobs.values()].filter((job) => !isFinished(job))),
    async stop() {
      isStopped = true;
      for (const { controller } of running.values()) controller.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await file.write(toStored([...jobs.values()])).catch(() => undefined);
    },
  };
}

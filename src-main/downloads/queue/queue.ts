import type { DownloadJob, DownloadWish } from '../../platform/ipc/contract.ts';
import { byTurn, type Confirmed, fileKeyOf, isFinished, type JobPatch, newJob, notSaved } from './job.ts';
import type { JobList } from './job-list.ts';
import type { JobStore } from './job-store.ts';
import type { Scheduler } from './scheduler.ts';

type Move = 'first' | 'earlier' | 'later' | 'last';

const hasTurn = ({ status }: DownloadJob) =>
  status === 'queued' || status === 'waiting' || status === 'paused';

/** Returns the new positions after a move among jobs of one priority. */
function findMove(
  jobs: readonly DownloadJob[],
  moved: DownloadJob,
  to: Move,
): ReadonlyMap<string, { readonly position: number }> {
  const others = jobs.filter((job) => !isFinished(job) && job.priority === moved.priority).toSorted(byTurn);
  const waiting = others.filter(hasTurn);
  const index = waiting.findIndex(({ id }) => id === moved.id);
  const other = {
    first: waiting[0],
    earlier: waiting[index - 1],
    later: waiting[index + 1],
    last: waiting.at(-1),
  }[to];
  if (index === -1 || other === undefined || other.id === moved.id) return new Map();
  // First means before the running jobs too: after a restart, those wait for their turn again.
  if (to === 'first') return new Map([[moved.id, { position: (others[0] ?? other).position - 1 }]]);
  if (to === 'last') return new Map([[moved.id, { position: other.position + 1 }]]);
  return new Map([
    [moved.id, { position: other.position }],
    [other.id, { position: moved.position }],
  ]);
}

type Ids = readonly string[] | null;

type QueueOptions = {
  readonly jobList: JobList;
  readonly scheduler: Scheduler;
  readonly store: Pick<JobStore, 'saved'>;
  readonly current: () => Confirmed;
  /** Returns the download's server, account and library. Throws INVALID_INPUT for an unknown library. */
  readonly confirm: (request: DownloadWish) => Confirmed;
  /** Throws INSUFFICIENT_STORAGE if the downloads listed for a library do not all fit there. */
  readonly checkRoom: (library: string) => Promise<void>;
};

/** The user's actions on the downloads. Each resolves once on the disk, and rejects with INSUFFICIENT_STORAGE otherwise. */
export function createDownloadQueue(options: QueueOptions) {
  const { jobList, scheduler, store, current } = options;
  let lastPosition = 0;

  async function saved(): Promise<void> {
    await store.saved().catch((error: unknown) => {
      throw notSaved(error);
    });
  }

  /** Adds all downloads, or none if they cannot be saved. Skips a file that has an unfinished job. */
  async function add(requests: readonly DownloadWish[]): Promise<DownloadJob[]> {
    const libraries = new Set<string>();
    const added: DownloadJob[] = [];
    const settled: string[] = [];
    const confirmed = requests.map((request) => [request, options.confirm(request)] as const);
    const all = confirmed.map(([request, confirmed]) => {
      const same = jobList.findSame(fileKeyOf(request, confirmed));
      const unfinished = same.find((job) => !isFinished(job));
      if (unfinished) return unfinished;
      settled.push(...same.map(({ id }) => id));
      lastPosition += 1;
      const job = newJob(request, confirmed, lastPosition);
      added.push(job);
      libraries.add(confirmed.library);
      jobList.put(job);
      return job;
    });
    try {
      for (const library of libraries) await options.checkRoom(library);
      await saved();
    } catch (error) {
      for (const { id } of added) jobList.remove(id);
      throw error;
    }
    for (const id of settled) jobList.remove(id);
    for (const { id } of added) {
      const job = jobList.get(id);
      if (job?.status === 'queued') scheduler.schedule(job);
    }
    scheduler.begin();
    return all.flatMap(({ id }) => jobList.get(id) ?? []);
  }

  async function end(ids: Ids, ending: 'pause' | 'cancel', mayEnd: (job: DownloadJob) => boolean) {
    const chosen = jobList.select(ids).filter(mayEnd);
    await Promise.all(chosen.map(({ id }) => scheduler.end(id, ending)));
    await saved();
  }

  function again(id: string): void {
    const job = jobList.find(id);
    if (!scheduler.isRunning(id) && job.status !== 'done') scheduler.tryNow(id);
  }

  async function arrange(id: string, patches: ReadonlyMap<string, JobPatch>): Promise<void> {
    jobList.find(id);
    for (const [other, patch] of patches) {
      const job = { ...jobList.find(other), ...patch };
      jobList.put(job);
      lastPosition = Math.max(lastPosition, job.position);
      scheduler.reorder(job);
    }
    await saved();
  }

  return {
    read: jobList.read,
    add,
    /** Restores the jobs of the last run. */
    load(stored: readonly DownloadJob[]): void {
      const { server, library } = current();
      for (const former of stored.toSorted((a, b) => a.position - b.position)) {
        lastPosition = Math.max(lastPosition, former.position);
        const job = { ...former, server: former.server ?? server, library: former.library ?? library };
        jobList.put(job);
        if (!isFinished(job) && job.status !== 'paused') scheduler.schedule(job);
      }
      jobList.resume();
    },
    /** Null selects every unfinished job. */
    pause: (ids: Ids) => end(ids, 'pause', (job) => !isFinished(job) && job.status !== 'paused'),
    async resume(ids: Ids): Promise<void> {
      for (const job of jobList.select(ids)) if (job.status === 'paused') scheduler.schedule(job);
      scheduler.begin();
      await saved();
    },
    cancel: (ids: Ids) => end(ids, 'cancel', (job) => !isFinished(job)),
    retry: again,
    move: (id: string, to: Move) => arrange(id, findMove(jobList.values(), jobList.find(id), to)),
    prioritise: (id: string, priority: DownloadJob['priority']) => arrange(id, new Map([[id, { priority }]])),
    /** Records what to do with files that the user has edited, and retries. */
    decide(id: string, edited: 'keep' | 'aside'): void {
      jobList.put({ ...jobList.find(id), edited });
      again(id);
    },
    async clearFinished(): Promise<void> {
      for (const job of jobList.values()) if (isFinished(job)) jobList.remove(job.id);
      await saved();
    },
  };
}

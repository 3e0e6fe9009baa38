import type { DownloadJob, DownloadList, DownloadWish } from '../ipc/contract.ts';
import type { JobPatch } from './download-run.ts';
import { byTurn, type Confirmed, fileKeyOf, isFinished, newJob, notSaved } from './job.ts';
import type { JobStore } from './job-store.ts';
import { type Roster, selectJobs } from './roster.ts';
import type { Scheduler } from './scheduler.ts';

type Move = 'first' | 'earlier' | 'later' | 'last';

const hasTurn = ({ status }: DownloadJob) =>
  status === 'queued' || status === 'waiting' || status === 'paused';

/** The new positions of the jobs that a move among those of the same priority changes. */
function findMove(
  jobs: readonly DownloadJob[],
  moved: DownloadJob,
  to: Move,
): ReadonlyMap<string, { readonly position: number }> {
  const others = jobs.filter((job) => !isFinished(job) && job.priority === moved.priority).toSorted(byTurn);
  const line = others.filter(hasTurn);
  const index = line.findIndex(({ id }) => id === moved.id);
  const other = { first: line[0], earlier: line[index - 1], later: line[index + 1], last: line.at(-1) }[to];
  if (index === -1 || other === undefined || other.id === moved.id) return new Map();
  // What runs now would have its turn again after a restart.
  if (to === 'first') return new Map([[moved.id, { position: (others[0] ?? other).position - 1 }]]);
  if (to === 'last') return new Map([[moved.id, { position: other.position + 1 }]]);
  return new Map([
    [moved.id, { position: other.position }],
    [other.id, { position: moved.position }],
  ]);
}

type Ids = readonly string[] | null;

/** Every change that a person asks for resolves once it is on the disk; INSUFFICIENT_STORAGE if it cannot be saved. */
type DownloadQueue = {
  readonly read: () => DownloadList;
  /** Takes up the jobs of the last run. */
  readonly load: (stored: readonly DownloadJob[]) => void;
  /** All or, if they cannot be saved, none. A file that is listed and not finished is not added again. */
  readonly add: (requests: readonly DownloadWish[]) => Promise<DownloadJob[]>;
  /** Null means every job that is not finished. */
  readonly pause: (ids: Ids) => Promise<void>;
  readonly resume: (ids: Ids) => Promise<void>;
  readonly cancel: (ids: Ids) => Promise<void>;
  readonly retry: (id: string) => void;
  readonly move: (id: string, to: Move) => Promise<void>;
  readonly prioritise: (id: string, priority: DownloadJob['priority']) => Promise<void>;
  /** Answers what to do with files that the person has changed, and tries again. */
  readonly decide: (id: string, edited: 'keep' | 'aside') => void;
  readonly clearFinished: () => Promise<void>;
};

type QueueOptions = {
  readonly roster: Roster;
  readonly scheduler: Scheduler;
  readonly store: Pick<JobStore, 'saved'>;
  readonly current: () => Confirmed;
  /** What this download keeps to. Throws INVALID_INPUT for a library that is none. */
  readonly confirm: (request: DownloadWish) => Confirmed;
  /** Throws INSUFFICIENT_STORAGE if all that is listed for a library cannot fit there. */
  readonly checkRoom: (library: string) => Promise<void>;
};

/** What a person can do with the list of downloads. */
export function createDownloadQueue(options: QueueOptions): DownloadQueue {
  const { roster, scheduler, store, current } = options;
  let lastPosition = 0;

  async function saved(): Promise<void> {
    await store.saved().catch((error: unknown) => {
      throw notSaved(error);
    });
  }

  async function add(requests: readonly DownloadWish[]): Promise<DownloadJob[]> {
    const libraries = new Set<string>();
    const added: DownloadJob[] = [];
    const settled: string[] = [];
    const confirmed = requests.map((request) => [request, options.confirm(request)] as const);
    const all = confirmed.map(([request, confirmed]) => {
      const same = roster.findSame(fileKeyOf(request, confirmed));
      const unfinished = same.find((job) => !isFinished(job));
      if (unfinished) return unfinished;
      settled.push(...same.map(({ id }) => id));
      lastPosition += 1;
      const job = newJob(request, confirmed, lastPosition);
      added.push(job);
      libraries.add(confirmed.library);
      roster.put(job);
      return job;
    });
    try {
      for (const library of libraries) await options.checkRoom(library);
      await saved();
    } catch (error) {
      for (const { id } of added) roster.remove(id);
      throw error;
    }
    for (const id of settled) roster.remove(id);
    for (const { id } of added) {
      const job = roster.get(id);
      if (job?.status === 'queued') scheduler.lineUp(job);
    }
    scheduler.begin();
    return all.flatMap(({ id }) => roster.get(id) ?? []);
  }

  async function end(ids: Ids, ending: 'pause' | 'cancel', mayEnd: (job: DownloadJob) => boolean) {
    const chosen = selectJobs(roster, ids).filter(mayEnd);
    await Promise.all(chosen.map(({ id }) => scheduler.end(id, ending)));
    await saved();
  }

  function again(id: string): void {
    const job = roster.find(id);
    if (!scheduler.isRunning(id) && job.status !== 'done') scheduler.tryNow(id);
  }

  async function arrange(id: string, patches: ReadonlyMap<string, JobPatch>): Promise<void> {
    roster.find(id);
    for (const [other, patch] of patches) {
      const job = { ...roster.find(other), ...patch };
      roster.put(job);
      lastPosition = Math.max(lastPosition, job.position);
      scheduler.moveInLine(job);
    }
    await saved();
  }

  return {
    read: roster.read,
    add,
    load(stored) {
      const { server, library } = current();
      for (const former of stored.toSorted((a, b) => a.position - b.position)) {
        lastPosition = Math.max(lastPosition, former.position);
        const job = { ...former, server: former.server ?? server, library: former.library ?? library };
        roster.put(job);
        if (!isFinished(job) && job.status !== 'paused') scheduler.lineUp(job);
      }
      roster.resume();
    },
    pause: (ids) => end(ids, 'pause', (job) => !isFinished(job) && job.status !== 'paused'),
    async resume(ids) {
      for (const job of selectJobs(roster, ids)) if (job.status === 'paused') scheduler.lineUp(job);
      scheduler.begin();
      await saved();
    },
    cancel: (ids) => end(ids, 'cancel', (job) => !isFinished(job)),
    retry: again,
    move: (id, to) => arrange(id, findMove(roster.values(), roster.find(id), to)),
    prioritise: (id, priority) => arrange(id, new Map([[id, { priority }]])),
    decide(id, edited) {
      roster.put({ ...roster.find(id), edited });
      again(id);
    },
    async clearFinished() {
      for (const job of roster.values()) if (isFinished(job)) roster.remove(job.id);
      await saved();
    },
  };
}

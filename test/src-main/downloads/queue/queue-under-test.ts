import { onTestFinished } from 'vitest';
import { createSpaceCheck } from '../../../../src-main/downloads/queue/disk-space.ts';
import type { RunDownload } from '../../../../src-main/downloads/queue/job.ts';
import { createJobList, type JobList } from '../../../../src-main/downloads/queue/job-list.ts';
import { createJobStore } from '../../../../src-main/downloads/queue/job-store.ts';
import { createDownloadQueue } from '../../../../src-main/downloads/queue/queue.ts';
import { createScheduler } from '../../../../src-main/downloads/queue/scheduler.ts';
import { createTotals } from '../../../../src-main/downloads/queue/totals.ts';
import type { DownloadJob, DownloadRequest } from '../../../../src-main/platform/ipc/contract.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';

export const toRequest = (guid: string, relativePath = 'a_1k/a.glb'): DownloadRequest => ({
  ...{ guid, relativePath, title: `Model ${guid}`, format: 'glb', lod: '1k', variant: null },
  maxPriceUsd: 0,
});

/** Runs that wait until the test ends them. */
function createRuns() {
  const open: {
    readonly guid: string;
    readonly job: DownloadJob;
    readonly end: (error?: unknown) => void;
    readonly report: (bytes: number) => void;
    /** Got its addresses and receives. */
    readonly begin: () => void;
  }[] = [];
  const run: RunDownload = (job, { signal, report }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      open.push({
        guid: job.guid,
        job,
        end: (error) => (error === undefined ? resolve({ filePath: `/library/${job.guid}` }) : reject(error)),
        begin: () => report({ status: 'downloading' }),
        report: (receivedBytes) => report({ receivedBytes }),
      });
    });
  return { open, run };
}

export async function createQueue(
  options: {
    readonly file?: string;
    readonly parallel?: number;
    readonly canRun?: () => boolean;
    readonly server?: () => string;
    readonly account?: () => string | null;
    readonly library?: () => string;
    readonly moving?: () => { readonly from: string; readonly to: string } | null;
    /** Milliseconds; an hour when absent, so that nothing is tried again on its own. */
    readonly retryDelays?: readonly number[];
    readonly run?: RunDownload;
    /** Free bytes of the disk with the library. */
    readonly readFree?: (library: string) => Promise<number>;
    /** Called for each job that the queue looks at. */
    readonly countRead?: () => void;
  } = {},
) {
  const file = options.file ?? `${await createScratch()}/downloads.db`;
  const { log, lines } = createMemoryLog();
  const runs = createRuns();
  const store = createJobStore({ file, log });
  const totals = createTotals();
  const jobList = createJobList({ store, totals, onChange: () => undefined });
  const watched: JobList = {
    ...jobList,
    get: (id) => {
      options.countRead?.();
      return jobList.get(id);
    },
    find: (id) => {
      options.countRead?.();
      return jobList.find(id);
    },
    values: () => {
      const all = jobList.values();
      for (const _job of all) options.countRead?.();
      return all;
    },
  };
  const checkRoom = createSpaceCheck({ readFree: options.readFree ?? (async () => 1e15), totals });
  const cancelled: DownloadJob[] = [];
  const current = () => ({
    server: options.server?.() ?? 'bundled',
    account: options.account?.() ?? null,
    library: options.library?.() ?? '/library',
    moving: options.moving?.() ?? null,
  });
  const scheduler = createScheduler({
    run: options.run ?? runs.run,
    ...{ jobList: watched, store, log },
    parallel: () => options.parallel ?? 2,
    canRun: options.canRun ?? (() => true),
    current,
    onCancelled: (job) => void cancelled.push(job),
    retryDelays: options.retryDelays ?? [3_600_000],
    now: Date.now,
  });
  const queue = {
    ...createDownloadQueue({ jobList: watched, scheduler, store, current, confirm: current, checkRoom }),
    wake: scheduler.wake,
    hold: scheduler.hold,
  };
  const stop = async () => {
    await scheduler.stop();
    await store.close();
  };
  onTestFinished(stop); // before the folder of its file goes
  const add = async (request: DownloadRequest): Promise<DownloadJob> => {
    const [job] = await queue.add([request]);
    if (!job) throw new Error('the download was not added');
    return job;
  };
  const jobs = () => queue.read().jobs;
  const statuses = () => jobs().map(({ status }) => status);
  const load = () => queue.load(store.load());
  return { queue, add, load, stop, store, totals, jobList, cancelled, jobs, file, lines, statuses, ...runs };
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type {
  DesktopCallInput,
  DownloadHold,
  DownloadJob,
  DownloadSummary,
  DownloadsChange,
} from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type DownloadsApi = Api<
  | 'downloads.read'
  | 'downloads.add'
  | 'downloads.pause'
  | 'downloads.resume'
  | 'downloads.cancel'
  | 'downloads.retry'
  | 'downloads.move'
  | 'downloads.prioritise'
  | 'downloads.decide'
  | 'downloads.clearFinished'
  | 'downloads.readHold'
  | 'downloads.startAnyway',
  'downloads.changed' | 'downloads.held'
>;

type DownloadsState = {
  readonly jobs: readonly DownloadJob[];
  readonly summary: DownloadSummary | null;
  /** Why none of them continues now. */
  readonly hold: DownloadHold | null;
  /** The last refused request, until the next one. */
  readonly error: AppError | null;
};
/** IDs; null for every download that is not finished. */
type Which = DesktopCallInput<'downloads.pause'>['ids'];
export type Move = DesktopCallInput<'downloads.move'>['to'];
export type DownloadsActions = {
  load(): Promise<void>;
  add(request: DesktopCallInput<'downloads.add'>): Promise<void>;
  pause(ids: Which): Promise<void>;
  resume(ids: Which): Promise<void>;
  cancel(ids: Which): Promise<void>;
  retry(id: string): Promise<void>;
  move(id: string, to: Move): Promise<void>;
  prioritise(id: string, priority: DownloadJob['priority']): Promise<void>;
  decide(id: string, edited: 'keep' | 'aside'): Promise<void>;
  clearFinished(): Promise<void>;
  /** Continues although the settings say to wait. */
  startAnyway(): Promise<void>;
};
export type DownloadsStore = StoreApi<DownloadsState & DownloadsActions>;

/** The list with what has changed in it; jobs that did not change stay the same objects. */
function applyChange(jobs: readonly DownloadJob[], { jobs: changed, removed }: DownloadsChange) {
  const fresh = new Map(changed.map((job) => [job.id, job]));
  const gone = new Set(removed);
  const kept = jobs.flatMap((job) => {
    if (gone.has(job.id)) return [];
    const next = fresh.get(job.id) ?? job;
    fresh.delete(job.id);
    return [next];
  });
  return [...kept, ...fresh.values()];
}

export function createDownloadsStore(api: DownloadsApi): DownloadsStore {
  return createStore<DownloadsState & DownloadsActions>()((set, get) => {
    /** Changes that arrive while the whole list is on its way may be newer than it. */
    let missed: DownloadsChange[] | null = null;

    const keepError = async (work: () => Promise<unknown>) => {
      set({ error: null });
      try {
        await work();
      } catch (error) {
        set({ error: toAppError(error) });
      }
    };
    const apply = (change: DownloadsChange) =>
      set({ jobs: applyChange(get().jobs, change), summary: change.summary });

    async function load(): Promise<void> {
      missed = [];
      try {
        const { revision, jobs, summary } = await api.call('downloads.read');
        set({ jobs, summary, hold: await api.call('downloads.readHold') });
        for (const change of missed) if (change.revision > revision) apply(change);
      } finally {
        missed = null;
      }
    }

    api.on('downloads.changed', (change) => {
      missed?.push(change);
      apply(change);
    });
    api.on('downloads.held', (hold) => set({ hold }));
    return {
      jobs: [],
      summary: null,
      hold: null,
      error: null,
      load: () => keepError(load),
      add: (request) =>
        keepError(async () => {
          const job = await api.call('downloads.add', request);
          set(({ jobs }) => (jobs.some(({ id }) => id === job.id) ? {} : { jobs: [...jobs, job] }));
        }),
      pause: (ids) => keepError(() => api.call('downloads.pause', { ids })),
      resume: (ids) => keepError(() => api.call('downloads.resume', { ids })),
      cancel: (ids) => keepError(() => api.call('downloads.cancel', { ids })),
      retry: (id) => keepError(() => api.call('downloads.retry', { id })),
      move: (id, to) => keepError(() => api.call('downloads.move', { id, to })),
      prioritise: (id, priority) => keepError(() => api.call('downloads.prioritise', { id, priority })),
      decide: (id, edited) => keepError(() => api.call('downloads.decide', { id, edited })),
      clearFinished: () => keepError(() => api.call('downloads.clearFinished')),
      startAnyway: () => keepError(() => api.call('downloads.startAnyway')),
    };
  });
}

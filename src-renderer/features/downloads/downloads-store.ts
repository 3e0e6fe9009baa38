import type {
  DesktopCallInput,
  DownloadHold,
  DownloadJob,
  DownloadSummary,
  DownloadsChange,
} from '../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';

type OfOne = 'cancel' | 'retry' | 'move' | 'prioritise' | 'decide' | 'clearFinished';
type DownloadsApi = Api<
  `downloads.${'read' | 'add' | 'pause' | 'resume' | OfOne | 'readHold' | 'startAnyway'}`,
  'downloads.changed' | 'downloads.held'
>;

type State = {
  readonly jobs: readonly DownloadJob[];
  readonly summary: DownloadSummary | null;
  /** Why no download may run now. */
  readonly hold: DownloadHold | null;
};
/** IDs; null for every unfinished download. */
type Which = DesktopCallInput<'downloads.pause'>['ids'];
export type Move = DesktopCallInput<'downloads.move'>['to'];
export type DownloadsStore = ReturnType<typeof createDownloadsStore>;
export type DownloadsActions = Omit<ReturnType<DownloadsStore['getState']>, keyof State | 'error'>;

/** Applies changes to the list; unchanged jobs stay the same objects. */
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

export const createDownloadsStore = (api: DownloadsApi) =>
  createRemote<State>({ jobs: [], summary: null, hold: null })(({ get, set, attempt }) => {
    /** Changes received while the whole list is loading, as they can be newer than it. */
    let missed: DownloadsChange[] | null = null;

    const send = (work: () => Promise<unknown>) => {
      set({ error: null });
      return attempt(work);
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
      load: () => send(load),
      add: (request: DesktopCallInput<'downloads.add'>) =>
        send(async () => {
          const job = await api.call('downloads.add', request);
          const { jobs } = get();
          if (!jobs.some(({ id }) => id === job.id)) set({ jobs: [...jobs, job] });
        }),
      pause: (ids: Which) => send(() => api.call('downloads.pause', { ids })),
      resume: (ids: Which) => send(() => api.call('downloads.resume', { ids })),
      cancel: (ids: Which) => send(() => api.call('downloads.cancel', { ids })),
      retry: (id: string) => send(() => api.call('downloads.retry', { id })),
      move: (id: string, to: Move) => send(() => api.call('downloads.move', { id, to })),
      prioritise: (id: string, priority: DownloadJob['priority']) =>
        send(() => api.call('downloads.prioritise', { id, priority })),
      decide: (id: string, edited: 'keep' | 'aside') =>
        send(() => api.call('downloads.decide', { id, edited })),
      clearFinished: () => send(() => api.call('downloads.clearFinished')),
      /** Starts downloads despite the settings. */
      startAnyway: () => send(() => api.call('downloads.startAnyway')),
    };
  });

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { DownloadJob, DownloadRequest } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

export type DownloadsApi = Api<
  | 'downloads.read'
  | 'downloads.add'
  | 'downloads.cancel'
  | 'downloads.retry'
  | 'downloads.decide'
  | 'downloads.clearFinished',
  'downloads.changed'
>;

export type DownloadsState = {
  readonly jobs: readonly DownloadJob[];
  /** The last refused request, until the next one. */
  readonly error: AppError | null;
};
export type DownloadsActions = {
  load(): Promise<void>;
  add(request: DownloadRequest): Promise<void>;
  cancel(id: string): Promise<void>;
  retry(id: string): Promise<void>;
  decide(id: string, edited: 'keep' | 'aside'): Promise<void>;
  clearFinished(): Promise<void>;
};
export type DownloadsStore = StoreApi<DownloadsState & DownloadsActions>;

export function createDownloadsStore(api: DownloadsApi): DownloadsStore {
  return createStore<DownloadsState & DownloadsActions>()((set) => {
    const keepError = async (work: () => Promise<unknown>) => {
      set({ error: null });
      try {
        await work();
      } catch (error) {
        set({ error: toAppError(error) });
      }
    };
    api.on('downloads.changed', (jobs) => set({ jobs }));
    return {
      jobs: [],
      error: null,
      load: () => keepError(async () => set({ jobs: await api.call('downloads.read') })),
      add: (request) =>
        keepError(async () => {
          const job = await api.call('downloads.add', request);
          set(({ jobs }) => (jobs.some(({ id }) => id === job.id) ? {} : { jobs: [job, ...jobs] }));
        }),
      cancel: (id) => keepError(() => api.call('downloads.cancel', { id })),
      retry: (id) => keepError(() => api.call('downloads.retry', { id })),
      decide: (id, edited) => keepError(() => api.call('downloads.decide', { id, edited })),
      clearFinished: () => keepError(() => api.call('downloads.clearFinished')),
    };
  });
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { DccJob, DccState, OpenApp } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type HandOverApi = Api<'dcc.read' | 'dcc.send' | 'dcc.clearFinished', 'dcc.changed'>;
export type SentFile = Pick<DccJob, 'guid' | 'relativePath'>;

type HandOverState = DccState & { readonly error: AppError | null };
type HandOverActions = {
  load(): Promise<void>;
  send(file: SentFile, host: OpenApp): Promise<void>;
  clearFinished(): Promise<void>;
};
export type HandOverStore = StoreApi<HandOverState & HandOverActions>;

/** The DCC apps that are open now, and what was sent to them. */
export function createHandOverStore(api: HandOverApi): HandOverStore {
  return createStore<HandOverState & HandOverActions>()((set) => {
    api.on('dcc.changed', (state) => set(state));
    const attempt = async (work: () => Promise<unknown>) => {
      try {
        await work();
        set({ error: null });
      } catch (error) {
        set({ error: toAppError(error) });
      }
    };
    return {
      apps: [],
      jobs: [],
      problem: null,
      error: null,
      load: () => attempt(async () => set(await api.call('dcc.read'))),
      send: ({ guid, relativePath }, { family, session }) =>
        attempt(() => api.call('dcc.send', { guid, relativePath, family, session })),
      clearFinished: () => attempt(() => api.call('dcc.clearFinished')),
    };
  });
}

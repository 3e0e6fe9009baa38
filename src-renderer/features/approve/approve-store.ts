import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { PluginSession } from '../../../server/contract/plugin-auth.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type ApproveApi = Api<'signInRequest' | 'approveSignIn' | 'denySignIn'>;
export type RequestedScope = PluginSession['scopes'][number]['scope'];

export type ApproveState = {
  readonly request: PluginSession | null;
  readonly ticked: ReadonlySet<RequestedScope>;
  readonly decision: 'approved' | 'denied' | null;
  readonly isBusy: boolean;
  readonly error: AppError | null;
};
type ApproveActions = {
  load(): Promise<void>;
  toggle(scope: RequestedScope): void;
  approve(): Promise<void>;
  deny(): Promise<void>;
};
export type ApproveStore = StoreApi<ApproveState & ApproveActions>;

export function createApproveStore(api: ApproveApi, sessionId: string): ApproveStore {
  return createStore<ApproveState & ApproveActions>()((set, get) => {
    const attempt = async (work: () => Promise<Partial<ApproveState>>) => {
      if (get().isBusy) return;
      set({ isBusy: true, error: null });
      try {
        set({ ...(await work()), isBusy: false });
      } catch (error) {
        set({ isBusy: false, error: toAppError(error) });
      }
    };
    return {
      request: null,
      ticked: new Set(),
      decision: null,
      isBusy: false,
      error: null,
      load: () =>
        attempt(async () => {
          const request = await api.call('signInRequest', { sessionId });
          return { request, ticked: new Set(request.scopes.map(({ scope }) => scope)) };
        }),
      toggle: (scope) => {
        const ticked = new Set(get().ticked);
        if (!ticked.delete(scope)) ticked.add(scope);
        set({ ticked });
      },
      approve: () =>
        attempt(async () => {
          await api.call('approveSignIn', { sessionId, scopes: [...get().ticked] });
          return { decision: 'approved' };
        }),
      deny: () =>
        attempt(async () => {
          await api.call('denySignIn', { sessionId });
          return { decision: 'denied' };
        }),
    };
  });
}

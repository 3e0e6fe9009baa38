import type { PluginSession } from '../../../server/contract/accounts/plugin-auth.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';

type ApproveApi = Api<'signInRequest' | 'approveSignIn' | 'denySignIn'>;
export type RequestedScope = PluginSession['scopes'][number]['scope'];

type State = {
  readonly request: PluginSession | null;
  readonly ticked: ReadonlySet<RequestedScope>;
  readonly decision: 'approved' | 'denied' | null;
  readonly isBusy: boolean;
};
export type ApproveStore = ReturnType<typeof createApproveStore>;
export type ApproveState = ReturnType<ApproveStore['getState']>;

const initial: State = { request: null, ticked: new Set(), decision: null, isBusy: false };

export const createApproveStore = (api: ApproveApi, sessionId: string) =>
  createRemote(initial)(({ get, set, take }) => {
    const attempt = async (work: () => Promise<Partial<State>>) => {
      if (get().isBusy) return;
      set({ isBusy: true, error: null });
      await take(work);
      set({ isBusy: false });
    };
    return {
      load: () =>
        attempt(async () => {
          const request = await api.call('signInRequest', { sessionId });
          return { request, ticked: new Set(request.scopes.map(({ scope }) => scope)) };
        }),
      toggle(scope: RequestedScope) {
        const ticked = new Set(get().ticked);
        if (!ticked.delete(scope)) ticked.add(scope);
        set({ ticked });
      },
      /** `userCode` is what the person typed, where the app asks from elsewhere. */
      approve: (userCode?: string) =>
        attempt(async () => {
          const scopes = [...get().ticked];
          await api.call('approveSignIn', { sessionId, scopes, ...(userCode !== undefined && { userCode }) });
          return { decision: 'approved' };
        }),
      deny: () =>
        attempt(async () => {
          await api.call('denySignIn', { sessionId });
          return { decision: 'denied' };
        }),
    };
  });

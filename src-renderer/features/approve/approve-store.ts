import type { PluginSession } from '../../../server/contract/accounts/plugin-auth.ts';
import { AppError } from '../../../server/contract/errors.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';
import { readUsd } from '../../lib/read-usd.ts';
import { t } from '../../text/text.ts';

type ApproveApi = Api<'signInRequest' | 'approveSignIn' | 'denySignIn'>;
export type RequestedScope = PluginSession['scopes'][number]['scope'];

type Terms = { readonly cap: string; readonly asksFirst: boolean; readonly days: number };

type State = {
  readonly request: PluginSession | null;
  readonly ticked: ReadonlySet<RequestedScope>;
  /** What the user lets an agent do, as typed. */
  readonly terms: Terms | null;
  readonly decision: 'approved' | 'denied' | null;
  readonly isBusy: boolean;
};
export type ApproveStore = ReturnType<typeof createApproveStore>;
export type ApproveState = ReturnType<ApproveStore['getState']>;

const initial: State = { request: null, ticked: new Set(), terms: null, decision: null, isBusy: false };

/** Throws INVALID_INPUT for a cap that is not an amount. */
function readTerms({ cap, asksFirst, days }: Terms) {
  const spendingCapUsd = readUsd(cap);
  if (spendingCapUsd === null)
    throw new AppError('INVALID_INPUT', t('failures.spendingCap'), {
      details: { fields: { spendingCapUsd: t('failures.amountHint') } },
    });
  return { spendingCapUsd, asksFirst, days };
}

/** `leave` sends the browser back to an app with an address of its own. */
export const createApproveStore = (api: ApproveApi, sessionId: string, leave: (url: string) => void) =>
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
          const { agent, scopes } = request;
          const usual = agent && { ...agent.terms, cap: String(agent.terms.spendingCapUsd) };
          return { request, ticked: new Set(scopes.map(({ scope }) => scope)), terms: usual ?? null };
        }),
      toggle(scope: RequestedScope) {
        const ticked = new Set(get().ticked);
        if (!ticked.delete(scope)) ticked.add(scope);
        set({ ticked });
      },
      setTerms: (change: Partial<Terms>) => {
        const { terms } = get();
        if (terms !== null) set({ terms: { ...terms, ...change } });
      },
      /** `userCode` is what the user typed, if the app runs elsewhere. */
      approve: (userCode?: string) =>
        attempt(async () => {
          const scopes = [...get().ticked];
          const { terms } = get();
          const { continueTo } = await api.call('approveSignIn', {
            ...{ sessionId, scopes },
            ...(userCode !== undefined && { userCode }),
            ...(terms !== null && { terms: readTerms(terms) }),
          });
          if (continueTo !== undefined) leave(continueTo);
          return { decision: 'approved' };
        }),
      deny: () =>
        attempt(async () => {
          const { continueTo } = await api.call('denySignIn', { sessionId });
          if (continueTo !== undefined) leave(continueTo);
          return { decision: 'denied' };
        }),
    };
  });

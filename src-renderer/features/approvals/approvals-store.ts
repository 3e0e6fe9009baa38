import type { OutputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';

/** Says yes or no; only a browser's session may. */
type Decide = Api<'decideAgentPlan'>;
export type Plan = OutputOf<'agentPlans'>['plans'][number];

type State = {
  /** Requests that wait for a person, oldest first. */
  readonly waiting: readonly Plan[];
  /** The plan that is looked at; it stays on the screen as it was read. */
  readonly open: Plan | null;
  readonly isBusy: boolean;
};
export type ApprovalsStore = ReturnType<typeof createApprovalsStore>;

/** Charges that agents ask for. */
export const createApprovalsStore = (api: Api<'agentPlans'>, decider: Decide | null) =>
  createRemote<State>({ waiting: [], open: null, isBusy: false })(({ get, set, take }) => {
    /** Reads what waits; a failure leaves what is shown as it is. */
    const refresh = async () => {
      const answer = await api.call('agentPlans').catch(() => null);
      if (answer === null) return;
      set({ waiting: answer.plans.filter(({ status }) => status === 'pending').toReversed() });
    };
    return {
      refresh,
      clear: () => set({ waiting: [], open: null, error: null }),
      review: (plan: Plan) => set({ open: plan, error: null }),
      close: () => set({ open: null, error: null }),
      /** True when it was taken. */
      async decide(decision: 'approve' | 'deny') {
        const { open } = get();
        if (open === null || decider === null) return false;
        set({ isBusy: true, error: null });
        const isTaken = await take(async () => {
          await decider.call('decideAgentPlan', { planId: open.id, decision });
          return { open: null };
        });
        set({ isBusy: false });
        await refresh();
        return isTaken;
      },
    };
  });

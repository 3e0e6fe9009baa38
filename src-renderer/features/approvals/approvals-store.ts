import type { OutputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';

/** Approves or denies; only a browser's session may. */
type Decide = Api<'decideAgentPlan'>;
export type Plan = OutputOf<'agentPlans'>['plans'][number];

type State = {
  /** Requests that await an answer, oldest first. */
  readonly waiting: readonly Plan[];
  /** The plan on the screen, which stays as the user has read it. */
  readonly open: Plan | null;
  readonly isBusy: boolean;
};
export type ApprovalsStore = ReturnType<typeof createApprovalsStore>;

/** Charges that agents request. */
export const createApprovalsStore = (api: Api<'agentPlans'>, decider: Decide | null) =>
  createRemote<State>({ waiting: [], open: null, isBusy: false })(({ get, set, take }) => {
    /** Loads the pending requests; a failure leaves the current ones. */
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
      /** Resolves with true if the decision was accepted. */
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

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { OutputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

/** Says yes or no; only a browser's session may. */
type Decide = Api<'decideAgentPlan'>;
export type Plan = OutputOf<'agentPlans'>['plans'][number];

type ApprovalsState = {
  /** What waits for a person, oldest first. */
  readonly waiting: readonly Plan[];
  /** The plan that is looked at. */
  readonly open: Plan | null;
  readonly isBusy: boolean;
  readonly error: AppError | null;
};
type ApprovalsActions = {
  /** Reads what waits; a failure leaves what is shown as it is. */
  refresh(): Promise<void>;
  clear(): void;
  review(plan: Plan): void;
  close(): void;
  /** True when it was taken. */
  decide(decision: 'approve' | 'deny'): Promise<boolean>;
};
export type ApprovalsStore = StoreApi<ApprovalsState & ApprovalsActions>;

/** What agents ask to spend. A plan that is looked at stays on the screen as it was read. */
export function createApprovalsStore(api: Api<'agentPlans'>, decider: Decide | null): ApprovalsStore {
  return createStore<ApprovalsState & ApprovalsActions>()((set, get) => {
    const refresh = async () => {
      const answer = await api.call('agentPlans').catch(() => null);
      if (answer === null) return;
      set({ waiting: answer.plans.filter(({ status }) => status === 'pending').toReversed() });
    };
    return {
      waiting: [],
      open: null,
      isBusy: false,
      error: null,
      refresh,
      clear: () => set({ waiting: [], open: null, error: null }),
      review: (plan) => set({ open: plan, error: null }),
      close: () => set({ open: null, error: null }),
      async decide(decision) {
        const { open } = get();
        if (open === null || decider === null) return false;
        set({ isBusy: true, error: null });
        try {
          await decider.call('decideAgentPlan', { planId: open.id, decision });
          set({ open: null, isBusy: false });
          await refresh();
          return true;
        } catch (error) {
          set({ error: toAppError(error), isBusy: false });
          await refresh();
          return false;
        }
      },
    };
  });
}

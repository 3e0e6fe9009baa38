import { randomUUID } from 'node:crypto';
import { type Clock, toIso } from '../base/clock.ts';
import { formatUsd } from '../base/money.ts';
import { type AccountStore, turnOf } from '../base/store/account-store.ts';
import type { Steps } from '../base/store/steps.ts';
import type { AgentPlan } from '../contract/accounts/agent-plans.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { sentence, type Words } from '../contract/sentence.ts';
import { type NewPlan, type PlanRow, planRows, toAgentPlan } from './agent-plan-rows.ts';
import { requireApproval } from './charge-rules.ts';
import type { UnlockWish } from './unlocks.ts';

type PlanWish = Omit<NewPlan, 'id' | 'keyName' | 'askedAt' | 'expiresAt'>;

export type AgentPlans = ReturnType<typeof createAgentPlans>;

type Charged = Pick<UnlockWish, 'tokenId' | 'guid' | 'relativePath' | 'priceCents'>;
type Decision = {
  readonly accountId: string;
  readonly planId: string;
  readonly decision: 'approve' | 'deny';
};

/** Uses up the user's approval, inside the charging transaction. Throws FORBIDDEN if the key needs one and has none. */
export function* takeApproval(wish: Charged, clock: Clock): Steps<void> {
  if (wish.priceCents === 0 || (yield* planRows.keyName(wish.tokenId)) === null) return;
  requireApproval(yield* planRows.use({ ...wish, now: toIso(clock()) }));
}

const listed = 100;
const everything = 1_000_000;

const refuse = (row: PlanRow, message: Words) =>
  new AppError('FORBIDDEN', message, {
    details: { approval: row.status, planId: row.id, expiresAt: row.expiresAt },
  });

/** Agents' requests for approval, and users' decisions. `needsNobody` skips the query for keys that need none. */
export function createAgentPlans(
  store: AccountStore,
  clock: Clock,
  needsNobody: (tokenId: string) => boolean = () => false,
) {
  function* ask(wish: PlanWish, keyName: string): Steps<PlanRow> {
    const now = clock();
    if ((yield* planRows.countPending(wish.tokenId, toIso(now))) >= limits.agentPlans.pending) {
      throw new AppError('RATE_LIMITED', 'Too many requests are waiting for approval. Wait for a decision.', {
        details: { retryAfterSeconds: 60 },
      });
    }
    const times = { askedAt: toIso(now), expiresAt: toIso(now + limits.agentPlans.lifetime) };
    return yield* planRows.insert({ ...wish, ...times, id: randomUUID(), keyName });
  }
  /** The plan that waits for the user; null if no approval is needed. */
  function* findWaiting(wish: PlanWish, keyName: string): Steps<PlanRow | null> {
    const known = yield* planRows.latest({ ...wish, now: toIso(clock()) });
    if (known?.status === 'approved' && known.priceCents >= wish.priceCents) return null;
    if (known?.status === 'denied') {
      throw refuse(
        known,
        sentence`A person said no to ${{ price: formatUsd(wish.priceCents) }} for "${{ title: wish.title }}". Continue without it.`,
      );
    }
    return known?.status === 'pending' ? known : yield* ask(wish, keyName);
  }
  function* read(accountId: string, most: number): Steps<AgentPlan[]> {
    return (yield* planRows.list(accountId, most)).map((row) => toAgentPlan(row, toIso(clock())));
  }

  return {
    /** Makes the key charge only what the user approves; in the transaction that creates the key. */
    askFirst: planRows.markKey,
    /**
     * Returns if the key needs no approval or the user has approved exactly this. Otherwise asks the user and throws
     * FORBIDDEN, which tells the agent to retry later, or RATE_LIMITED if too many requests are waiting.
     */
    async require(wish: PlanWish) {
      if (needsNobody(wish.tokenId)) return;
      const keyName = await store.run(planRows.keyName(wish.tokenId));
      if (keyName === null) return;
      const waiting = await store.transaction(turnOf(wish.accountId), findWaiting(wish, keyName));
      if (waiting === null) return;
      throw refuse(
        waiting,
        sentence`A person must approve ${{ price: formatUsd(wish.priceCents) }} for "${{ title: wish.title }}" in Lodestock first. Tell them, then call again with the same arguments before ${{ time: waiting.expiresAt }}.`,
      );
    },
    /** Newest first. */
    list: (accountId: string) => store.run(read(accountId, listed)),
    all: (accountId: string) => read(accountId, everything),
    /** Throws NOT_FOUND for another account's request, SESSION_EXPIRED for one that has ended. */
    decide({ accountId, planId, decision }: Decision) {
      const now = clock();
      const status = decision === 'approve' ? 'approved' : 'denied';
      const expiresAt = toIso(now + limits.agentPlans.lifetime);
      function* change(): Steps<AgentPlan> {
        const row = yield* planRows.find(accountId, planId);
        if (!row) throw new AppError('NOT_FOUND', 'There is no such plan. Refresh the list.');
        if (!(yield* planRows.decide({ planId, status, now: toIso(now), expiresAt }))) {
          throw new AppError('SESSION_EXPIRED', 'This approval was already decided or has expired.');
        }
        return toAgentPlan({ ...row, status, expiresAt, decidedAt: toIso(now) }, toIso(now));
      }
      return store.transaction(turnOf(accountId), change());
    },
  };
}

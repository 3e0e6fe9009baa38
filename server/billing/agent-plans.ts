import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { formatUsd } from '../base/money.ts';
import type { AgentPlan } from '../contract/agent-plans.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import {
  createApprovalRows,
  createPlanRows,
  type NewPlan,
  type PlanRow,
  toAgentPlan,
} from './agent-plan-rows.ts';
import type { MoneyDb } from './money-connection.ts';

export type PlanWish = Omit<NewPlan, 'id' | 'keyName' | 'askedAt' | 'expiresAt'>;

export type AgentPlans = {
  /** From now on the key charges only what a person approved. */
  askFirst(tokenId: string): void;
  /**
   * Returns where the key need not ask or a person has approved exactly this; else the person is asked, and FORBIDDEN
   * tells the agent to come again. Throws RATE_LIMITED when too much waits already.
   */
  require(wish: PlanWish): void;
  /** The newest. */
  list(accountId: string): AgentPlan[];
  all(accountId: string): AgentPlan[];
  /** Removes every plan of an account. */
  forget(accountId: string): void;
  /** Throws NOT_FOUND for what is not this account's, SESSION_EXPIRED for what nobody waits for any more. */
  decide(wish: { accountId: string; planId: string; decision: 'approve' | 'deny' }): AgentPlan;
};

/** What people approved, where it is charged. */
export type PlanApprovals = {
  /** Uses an approval up, inside the transaction that charges. Throws FORBIDDEN where there is none. */
  use(wish: { tokenId: string; guid: string; relativePath: string; priceCents: number }): void;
};

export function createPlanApprovals(db: MoneyDb, clock: Clock): PlanApprovals {
  const rows = createApprovalRows(db);
  return {
    use({ tokenId, guid, relativePath, priceCents }) {
      if (priceCents === 0 || rows.keyName(tokenId) === null) return;
      const now = toIso(clock());
      if (rows.use({ tokenId, guid, relativePath, priceCents, now })) return;
      throw new AppError('FORBIDDEN', 'Nobody has approved this charge. Ask for the same file again.');
    },
  };
}

/** Plans of a list. */
const listed = 100;

/** An agent's key that asks first, the plans that it makes, and what a person says of them. */
export function createAgentPlans(db: Db, clock: Clock): AgentPlans {
  const rows = createPlanRows(db);
  const refuse = (row: PlanRow, message: string) =>
    new AppError('FORBIDDEN', message, {
      details: { approval: row.status, planId: row.id, expiresAt: row.expiresAt },
    });

  const ask = (wish: PlanWish, keyName: string) => {
    const now = clock();
    if (rows.countPending(wish.tokenId, toIso(now)) >= limits.agentPlans.pending) {
      throw new AppError('RATE_LIMITED', 'Too many requests are waiting for approval. Wait for a decision.', {
        details: { retryAfterSeconds: 60 },
      });
    }
    const times = { askedAt: toIso(now), expiresAt: toIso(now + limits.agentPlans.lifetime) };
    return rows.insert({ ...wish, ...times, id: randomUUID(), keyName });
  };

  return {
    askFirst: rows.markKey,
    require(wish) {
      const keyName = rows.keyName(wish.tokenId);
      if (keyName === null) return;
      const known = rows.latest({ ...wish, now: toIso(clock()) });
      if (known?.status === 'approved' && known.priceCents >= wish.priceCents) return;
      if (known?.status === 'denied') {
        throw refuse(
          known,
          `A person said no to ${formatUsd(wish.priceCents)} for "${wish.title}". Do without it.`,
        );
      }
      const waiting = known?.status === 'pending' ? known : ask(wish, keyName);
      throw refuse(
        waiting,
        `A person must approve ${formatUsd(wish.priceCents)} for "${wish.title}" in Lodestock first. Tell them, then call again with the same arguments, until ${waiting.expiresAt}.`,
      );
    },
    list: (accountId) => rows.list(accountId, listed).map((row) => toAgentPlan(row, toIso(clock()))),
    all: (accountId) => rows.list(accountId, -1).map((row) => toAgentPlan(row, toIso(clock()))),
    forget: rows.forget,
    decide({ accountId, planId, decision }) {
      const now = clock();
      const status = decision === 'approve' ? 'approved' : 'denied';
      const expiresAt = toIso(now + limits.agentPlans.lifetime);
      const row = rows.find(accountId, planId);
      if (!row) throw new AppError('NOT_FOUND', 'There is no such plan. Refresh the list.');
      if (!rows.decide({ planId, status, now: toIso(now), expiresAt })) {
        throw new AppError('SESSION_EXPIRED', 'This approval was already decided or has expired.');
      }
      return toAgentPlan({ ...row, status, expiresAt, decidedAt: toIso(now) }, toIso(now));
    },
  };
}

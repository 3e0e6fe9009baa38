import { toUsd } from '../base/money.ts';
import { change, type Steps, selectAll, selectCount, selectOne } from '../base/store/steps.ts';
import type { AgentPlan } from '../contract/accounts/agent-plans.ts';
import type { Lod } from '../contract/limits.ts';
import type { UnlockWish } from './unlocks.ts';

export type NewPlan = Pick<
  UnlockWish,
  'accountId' | 'tokenId' | 'guid' | 'title' | 'relativePath' | 'priceCents'
> & {
  readonly id: string;
  readonly keyName: string;
  readonly license: string;
  readonly format: string;
  readonly lod: Lod;
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly target: string | null;
  readonly askedAt: string;
  readonly expiresAt: string;
};

export type PlanRow = NewPlan & {
  readonly status: 'pending' | 'approved' | 'denied' | 'used';
  readonly decidedAt: string | null;
};

type Key = { readonly tokenId: string; readonly guid: string; readonly relativePath: string };

const columns = `id, account_id AS "accountId", token_id AS "tokenId", key_name AS "keyName", guid, title, license, format,
  lod, relative_path AS "relativePath", file_count AS "fileCount", size_bytes AS "sizeBytes", price_cents AS "priceCents",
  target, status, asked_at AS "askedAt", expires_at AS "expiresAt", decided_at AS "decidedAt"`;

const selectName = selectOne<{ tokenId: string }, { readonly name: string }>(
  'SELECT name FROM token JOIN key_asks_first ON token_id = id WHERE id = @tokenId',
);
const takeApproval = change<Key & { now: string; priceCents: number }>(
  `UPDATE agent_plan SET status = 'used', used_at = @now
   WHERE id = (SELECT id FROM agent_plan WHERE token_id = @tokenId AND guid = @guid AND relative_path = @relativePath
     AND status = 'approved' AND expires_at > @now AND price_cents >= @priceCents LIMIT 1)`,
);
const markKey = change<{ tokenId: string }>('INSERT INTO key_asks_first (token_id) VALUES (@tokenId)');
const insert = selectOne<NewPlan, PlanRow>(
  `INSERT INTO agent_plan (id, account_id, token_id, key_name, guid, title, license, format, lod, relative_path,
     file_count, size_bytes, price_cents, target, status, asked_at, expires_at)
   VALUES (@id, @accountId, @tokenId, @keyName, @guid, @title, @license, @format, @lod, @relativePath,
     @fileCount, @sizeBytes, @priceCents, @target, 'pending', @askedAt, @expiresAt)
   RETURNING ${columns}`,
);
const selectLatest = selectOne<Key & { now: string }, PlanRow>(
  `SELECT ${columns} FROM agent_plan WHERE token_id = @tokenId AND guid = @guid AND relative_path = @relativePath
     AND status <> 'used' AND expires_at > @now ORDER BY asked_at DESC LIMIT 1`,
);
const countPending = selectCount<{ tokenId: string; now: string }>(
  `SELECT count(*) AS count FROM agent_plan WHERE token_id = @tokenId AND status = 'pending' AND expires_at > @now`,
);
const remove = change<{ accountId: string }>('DELETE FROM agent_plan WHERE account_id = @accountId');
const selectPlans = selectAll<{ accountId: string; most: number }, PlanRow>(
  `SELECT ${columns} FROM agent_plan WHERE account_id = @accountId ORDER BY asked_at DESC, id LIMIT @most`,
);
const selectPlan = selectOne<{ accountId: string; planId: string }, PlanRow>(
  `SELECT ${columns} FROM agent_plan WHERE account_id = @accountId AND id = @planId`,
);
type Decision = {
  readonly planId: string;
  readonly status: string;
  readonly now: string;
  readonly expiresAt: string;
};
const decide = change<Decision>(
  `UPDATE agent_plan SET status = @status, decided_at = @now, expires_at = @expiresAt
   WHERE id = @planId AND status = 'pending' AND expires_at > @now`,
);

/** Rows of plans. Times are ISO 8601 texts, which sort in order. */
export const planRows = {
  markKey: (tokenId: string) => markKey({ tokenId }),
  /** Null for a key that needs no approval. */
  *keyName(tokenId: string): Steps<string | null> {
    return (yield* selectName({ tokenId }))?.name ?? null;
  },
  /** Uses an approval up; returns whether there was one. */
  *use({
    tokenId,
    guid,
    relativePath,
    now,
    priceCents,
  }: Key & { now: string; priceCents: number }): Steps<boolean> {
    return (yield* takeApproval({ tokenId, guid, relativePath, now, priceCents })) === 1;
  },
  *insert(plan: NewPlan): Steps<PlanRow> {
    const row = yield* insert(plan);
    if (!row) throw new Error('The plan was not written.');
    return row;
  },
  latest: ({ tokenId, guid, relativePath, now }: Key & { now: string }) =>
    selectLatest({ tokenId, guid, relativePath, now }),
  countPending: (tokenId: string, now: string) => countPending({ tokenId, now }),
  /** Newest first. */
  list: (accountId: string, most: number) => selectPlans({ accountId, most }),
  forget: (accountId: string) => remove({ accountId }),
  find: (accountId: string, planId: string) => selectPlan({ accountId, planId }),
  /** Returns whether it was still waiting. */
  *decide(decision: Decision): Steps<boolean> {
    return (yield* decide(decision)) === 1;
  },
};

/** A plan as its owner sees it at the given time. */
export function toAgentPlan(row: PlanRow, now: string): AgentPlan {
  const { accountId: _account, tokenId: _token, fileCount, priceCents, ...plan } = row;
  const isOver = row.expiresAt <= now && (row.status === 'pending' || row.status === 'approved');
  return {
    ...plan,
    filesCount: fileCount,
    priceUsd: toUsd(priceCents),
    status: isOver ? 'expired' : row.status,
  };
}

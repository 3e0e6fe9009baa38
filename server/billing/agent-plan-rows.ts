import type { Connection, Db } from '../base/db/open-database.ts';
import { toUsd } from '../base/money.ts';
import type { AgentPlan } from '../contract/agent-plans.ts';
import type { Lod } from '../contract/limits.ts';
import type { MoneyDb } from './money-connection.ts';

export type NewPlan = {
  readonly id: string;
  readonly accountId: string;
  readonly tokenId: string;
  readonly keyName: string;
  readonly guid: string;
  readonly title: string;
  readonly license: string;
  readonly format: string;
  readonly lod: Lod;
  readonly relativePath: string;
  readonly fileCount: number;
  readonly sizeBytes: number;
  readonly priceCents: number;
  readonly target: string | null;
  readonly askedAt: string;
  readonly expiresAt: string;
};

export type PlanRow = NewPlan & {
  readonly status: 'pending' | 'approved' | 'denied' | 'used';
  readonly decidedAt: string | null;
};

type Key = { readonly tokenId: string; readonly guid: string; readonly relativePath: string };

const columns = `id, account_id AS accountId, token_id AS tokenId, key_name AS keyName, guid, title, license, format, lod,
  relative_path AS relativePath, file_count AS fileCount, size_bytes AS sizeBytes, price_cents AS priceCents, target, status,
  asked_at AS askedAt, expires_at AS expiresAt, decided_at AS decidedAt`;

const selectKeyName = (db: Connection<string>) =>
  db
    .prepare<[string], string>('SELECT name FROM token JOIN key_asks_first ON token_id = id WHERE id = ?')
    .pluck();

/** The rows of plans where they are charged. */
export function createApprovalRows(db: MoneyDb) {
  const keyName = selectKeyName(db);
  const use = db.prepare<[Key & { now: string; priceCents: number }]>(
    `UPDATE agent_plan SET status = 'used', used_at = @now
     WHERE id = (SELECT id FROM agent_plan WHERE token_id = @tokenId AND guid = @guid AND relative_path = @relativePath
       AND status = 'approved' AND expires_at > @now AND price_cents >= @priceCents LIMIT 1)`,
  );
  return {
    /** null for a key that need not ask. */
    keyName: (tokenId: string) => keyName.get(tokenId) ?? null,
    /** Whether there was an approval to use. */
    use: (key: Key & { now: string; priceCents: number }) => use.run(key).changes === 1,
  };
}

/** The rows of plans; times are ISO 8601 texts, which sort as they pass. */
export function createPlanRows(db: Db) {
  const markKey = db.prepare('INSERT INTO key_asks_first (token_id) VALUES (?)');
  const keyName = selectKeyName(db);
  const insert = db.prepare<[NewPlan], PlanRow>(
    `INSERT INTO agent_plan (id, account_id, token_id, key_name, guid, title, license, format, lod, relative_path,
       file_count, size_bytes, price_cents, target, status, asked_at, expires_at)
     VALUES (@id, @accountId, @tokenId, @keyName, @guid, @title, @license, @format, @lod, @relativePath,
       @fileCount, @sizeBytes, @priceCents, @target, 'pending', @askedAt, @expiresAt)
     RETURNING ${columns}`,
  );
  const latest = db.prepare<[Key & { now: string }], PlanRow>(
    `SELECT ${columns} FROM agent_plan WHERE token_id = @tokenId AND guid = @guid AND relative_path = @relativePath
       AND status <> 'used' AND expires_at > @now ORDER BY asked_at DESC LIMIT 1`,
  );
  const countPending = db
    .prepare<[string, string], number>(
      `SELECT count(*) FROM agent_plan WHERE token_id = ? AND status = 'pending' AND expires_at > ?`,
    )
    .pluck();
  const remove = db.prepare('DELETE FROM agent_plan WHERE account_id = ?');
  const list = db.prepare<[string, number], PlanRow>(
    `SELECT ${columns} FROM agent_plan WHERE account_id = ? ORDER BY asked_at DESC, id LIMIT ?`,
  );
  const find = db.prepare<[string, string], PlanRow>(
    `SELECT ${columns} FROM agent_plan WHERE account_id = ? AND id = ?`,
  );
  const decide = db.prepare<[{ planId: string; status: string; now: string; expiresAt: string }]>(
    `UPDATE agent_plan SET status = @status, decided_at = @now, expires_at = @expiresAt
     WHERE id = @planId AND status = 'pending' AND expires_at > @now`,
  );

  return {
    markKey: (tokenId: string) => void markKey.run(tokenId),
    /** null for a key that need not ask. */
    keyName: (tokenId: string) => keyName.get(tokenId) ?? null,
    insert(plan: NewPlan): PlanRow {
      const row = insert.get(plan);
      if (!row) throw new Error('The plan was not written.');
      return row;
    },
    latest: (key: Key & { now: string }) => latest.get(key),
    countPending: (tokenId: string, now: string) => countPending.get(tokenId, now) ?? 0,
    /** The newest first; all of them where `most` is negative. */
    list: (accountId: string, most: number) => list.all(accountId, most),
    forget: (accountId: string) => void remove.run(accountId),
    find: (accountId: string, planId: string) => find.get(accountId, planId),
    /** Whether it still waited. */
    decide: (decision: { planId: string; status: string; now: string; expiresAt: string }) =>
      decide.run(decision).changes === 1,
  };
}

/** A plan as its owner sees it at a time. */
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

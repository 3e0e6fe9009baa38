import { hash } from 'node:crypto';
import { createRevision, createRevisionCache } from '../../base/cache/revision-cache.ts';
import { cacheBudgets } from '../../base/cache-budgets.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Caller } from '../../base/http/caller.ts';
import type { User } from '../../contract/accounts/accounts.ts';
import type { CallerKind } from '../../contract/define.ts';

export type Callers = {
  /** The caller of a token; null if it is unknown, revoked or expired. */
  find(token: string): Caller | null;
  /** The same without waiting, from memory or the local database, else null. Distinguishes callers; grants nothing. */
  recall(token: string): Caller | null;
  /** Ensures that `find` knows a token; await it, because accounts may be in PostgreSQL. */
  know(token: string): void | Promise<void>;
};

export type CallerRow = {
  readonly id: string;
  readonly kind: CallerKind;
  readonly account_id: string;
  readonly scopes: string;
  readonly role: User['role'];
  readonly resource: string;
  readonly expires_at: string;
};

export type KnownCaller = { readonly caller: Caller; readonly expiresAt: number };

export const digestOf = (token: string) => hash('sha256', token, 'base64url');

export function toKnownCaller({ id, kind, account_id, role, resource, ...row }: CallerRow): KnownCaller {
  const caller = { kind, tokenId: id, accountId: account_id, scopes: JSON.parse(row.scopes), role, resource };
  return { caller, expiresAt: Date.parse(row.expires_at) };
}

export const callerBytes = 700;

/** Callers in the data folder's database, cached until any token or account changes. */
export function createCallers(db: Db, clock: Clock): Callers {
  const select = db.prepare<[Buffer], CallerRow>(
    `SELECT token.id, token.kind, token.account_id, token.scopes, token.resource, account.role,
       coalesce(oauth_grant.access_until, token.expires_at) AS expires_at
     FROM token JOIN account ON account.id = token.account_id
       LEFT JOIN oauth_grant ON oauth_grant.token_id = token.id
     WHERE token.hash = ? AND account.is_disabled = 0`,
  );
  // Covers revoked tokens, disabled accounts and changed roles, in every process.
  const callers = createRevisionCache<string, KnownCaller>({
    revision: createRevision(db, 'callers'),
    bytes: cacheBudgets.callers,
    weigh: () => callerBytes,
  });
  const read = (digest: string): KnownCaller | null => {
    const row = select.get(Buffer.from(digest, 'base64url'));
    return row ? toKnownCaller(row) : null;
  };
  const find = (token: string) => {
    const digest = digestOf(token);
    const known = callers.get(digest, () => read(digest));
    return known !== null && known.expiresAt > clock() ? known.caller : null;
  };
  return { find, recall: find, know: () => {} };
}

import { createHash, hash, randomBytes, randomUUID } from 'node:crypto';
import { createRevision, createRevisionCache } from '../base/cache/revision-cache.ts';
import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Caller } from '../base/http/caller.ts';
import type { User } from '../contract/accounts.ts';
import { scopes as allScopes, type Scope } from '../contract/common.ts';
import type { CallerKind } from '../contract/define.ts';
import { limits } from '../contract/limits.ts';

export type NewToken = {
  readonly kind: CallerKind;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[] | 'all';
  /** Instead of the usual lifetime of its kind; null: it never expires. */
  readonly expiresAt?: string | null;
  /** What it may charge in its whole life; null: no cap. */
  readonly spendingCapCents?: number | null;
  /** The app that it was given to. */
  readonly app?: AppFacts;
};

export type AppFacts = {
  readonly appSlug: string;
  readonly appName: string;
  readonly appVersion: string;
  readonly pluginFamily: string;
  readonly deviceName: string;
};

export type IssuedToken = {
  /** The secret itself, known only now. */
  readonly token: string;
  readonly id: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly expiresAt: string;
};

export type Tokens = {
  issue(token: NewToken): IssuedToken;
  find(token: string): Caller | null;
  revoke(token: string): void;
  revokeById(tokenId: string): void;
  /** Every token and session of an account but one; `null` spares none. Answers how many there were.
   * Apps that were approved and have not fetched their token get none any more. */
  revokeAll(accountId: string, exceptId: string | null): number;
};

const prefixes = { user: 'lsu_', plugin: 'lsp_', apiKey: 'lsk_', session: 'lss_' } as const;
const lifetimes = {
  user: limits.token.user,
  plugin: limits.token.plugin,
  apiKey: limits.token.plugin,
  session: limits.token.session,
} as const;

const prefixLength = 12;

/** Kept as the end of a token that has none. */
export const never = '9999-12-31T23:59:59.999Z';

/** The SHA-256 under which a secret is kept; the secret itself is never stored. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

/** 256 random bits as base64url text. */
export const makeSecret = () => randomBytes(32).toString('base64url');

type Row = {
  id: string;
  kind: CallerKind;
  account_id: string;
  scopes: string;
  role: User['role'];
  expires_at: string;
};

type KnownCaller = { readonly caller: Caller; readonly expiresAt: number };

const mostCallers = 10_000;

export function createTokens(db: Db, clock: Clock): Tokens {
  const insert = db.prepare(
    `INSERT INTO token (id, hash, kind, account_id, name, scopes, created_at, expires_at, prefix, spending_cap_cents, app)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = db.prepare<[Buffer], Row>(
    `SELECT token.id, token.kind, token.account_id, token.scopes, account.role, token.expires_at
     FROM token JOIN account ON account.id = token.account_id
     WHERE token.hash = ? AND account.is_disabled = 0`,
  );
  // Revoking, disabling and changes of a role count, in whichever process they happen.
  const callers = createRevisionCache<string, KnownCaller>({
    revision: createRevision(db, 'callers'),
    most: mostCallers,
  });
  const read = (digest: string): KnownCaller | null => {
    const row = select.get(Buffer.from(digest, 'base64url'));
    if (!row) return null;
    const { kind, id, account_id, role } = row;
    const caller = { kind, tokenId: id, accountId: account_id, scopes: JSON.parse(row.scopes), role };
    return { caller, expiresAt: Date.parse(row.expires_at) };
  };
  const removeByHash = db.prepare('DELETE FROM token WHERE hash = ?');
  const removeById = db.prepare('DELETE FROM token WHERE id = ?');
  const removeApproved = db.prepare("DELETE FROM sign_in WHERE account_id = ? AND status = 'approved'");
  const removeAll = db.prepare('DELETE FROM token WHERE account_id = ? AND id IS NOT ?');

  return {
    issue({ kind, accountId, name, scopes, ...more }) {
      const token = prefixes[kind] + makeSecret();
      const id = randomUUID();
      const now = clock();
      const createdAt = toIso(now);
      const expiresAt =
        more.expiresAt === undefined ? toIso(now + lifetimes[kind]) : (more.expiresAt ?? never);
      const prefix = token.slice(0, prefixLength);
      const granted = scopes === 'all' ? allScopes : scopes;
      insert.run(
        id,
        hashSecret(token),
        kind,
        accountId,
        name,
        JSON.stringify(granted),
        createdAt,
        expiresAt,
        prefix,
        more.spendingCapCents ?? null,
        more.app === undefined ? null : JSON.stringify(more.app),
      );
      return { token, id, prefix, createdAt, expiresAt };
    },
    find(token) {
      const digest = hash('sha256', token, 'base64url');
      const known = callers.get(digest, () => read(digest));
      return known !== null && known.expiresAt > clock() ? known.caller : null;
    },
    revoke: (token) => void removeByHash.run(hashSecret(token)),
    revokeById: (tokenId) => void removeById.run(tokenId),
    revokeAll(accountId, exceptId) {
      removeApproved.run(accountId);
      return removeAll.run(accountId, exceptId).changes;
    },
  };
}

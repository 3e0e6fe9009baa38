import { randomUUID } from 'node:crypto';
import { type Clock, toIso } from '../../base/clock.ts';
import { change, type Params, type Steps, selectAll } from '../../base/store/steps.ts';
import { scopes as allScopes, type Scope } from '../../contract/common.ts';
import type { CallerKind } from '../../contract/define.ts';
import { limits } from '../../contract/limits.ts';
import { appActions, type EndedToken } from '../audit/app-actions.ts';
import type { Actor } from '../audit/audit-log.ts';
import { hashSecret, makeSecret } from './secrets.ts';

export type NewToken = {
  readonly kind: CallerKind;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[] | 'all';
  /** Replaces the usual expiry of its kind; null: never expires. */
  readonly expiresAt?: string | null;
  /** Spending cap for its whole life; null for none. */
  readonly spendingCapCents?: number | null;
  /** Path of the part of the server that it is for; absent: the whole server. */
  readonly resource?: string;
  readonly app?: AppFacts;
  /** The company provider's ID of the session. */
  readonly companySession?: string | null;
};

export type AppFacts = {
  readonly appSlug: string;
  readonly appName: string;
  readonly appVersion: string;
  readonly pluginFamily: string;
  readonly deviceName: string;
};

export type IssuedToken = {
  /** The secret itself, available only now. */
  readonly token: string;
  readonly id: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly expiresAt: string;
};

export type Tokens = ReturnType<typeof createTokens>;

const prefixes = { user: 'lsu_', plugin: 'lsp_', apiKey: 'lsk_', session: 'lss_' } as const;
const lifetimes = {
  user: limits.token.user,
  plugin: limits.token.plugin,
  apiKey: limits.token.plugin,
  session: limits.token.session,
} as const;

const prefixLength = 12;

/** Stored as the expiry of a token that never expires. */
export const never = '9999-12-31T23:59:59.999Z';

type Row = Pick<IssuedToken, 'id' | 'createdAt' | 'expiresAt' | 'prefix'> & {
  readonly hash: Buffer;
  readonly kind: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: string;
  readonly capCents: number | null;
  readonly app: string | null;
  readonly resource: string;
  readonly companySession: string | null;
};

const insert = change<Row>(
  `INSERT INTO token (id, hash, kind, account_id, name, scopes, created_at, expires_at, prefix, spending_cap_cents, app, resource, company_session)
   VALUES (@id, @hash, @kind, @accountId, @name, @scopes, @createdAt, @expiresAt, @prefix, @capCents, @app, @resource, @companySession)`,
);
const replace = change<{ id: string; hash: Buffer; prefix: string; resource: string }>(
  'UPDATE token SET hash = @hash, prefix = @prefix, resource = @resource WHERE id = @id',
);
export const endTokens = <P extends Params>(where: string) =>
  selectAll<P, EndedToken>(
    `DELETE FROM token WHERE ${where} RETURNING account_id AS "accountId", kind, name, app`,
  );
const endByHash = endTokens<{ hash: Buffer }>('hash = @hash');
const removeById = change<{ id: string }>('DELETE FROM token WHERE id = @id');
const removeApproved = change<{ accountId: string }>(
  "DELETE FROM sign_in WHERE account_id = @accountId AND status = 'approved'",
);
const endAll = endTokens<{ accountId: string; exceptId: string }>(
  'account_id = @accountId AND id <> @exceptId',
);

type RevokeAll = {
  readonly except?: string;
  /** The audit log's actor; absent if the account itself is deleted, which logs nothing. */
  readonly by?: 'person' | 'admin';
  readonly actor?: Actor;
};

export function createTokens(clock: Clock) {
  return {
    *issue({ kind, accountId, name, scopes, ...more }: NewToken): Steps<IssuedToken> {
      const token = prefixes[kind] + makeSecret();
      const id = randomUUID();
      const now = clock();
      const createdAt = toIso(now);
      const expiresAt =
        more.expiresAt === undefined ? toIso(now + lifetimes[kind]) : (more.expiresAt ?? never);
      const prefix = token.slice(0, prefixLength);
      const granted = scopes === 'all' ? allScopes : scopes;
      yield* insert({
        ...{ id, hash: hashSecret(token), kind, accountId, name, createdAt, expiresAt, prefix },
        scopes: JSON.stringify(granted),
        capCents: more.spendingCapCents ?? null,
        app: more.app === undefined ? null : JSON.stringify(more.app),
        resource: more.resource ?? '',
        companySession: more.companySession ?? null,
      });
      return { token, id, prefix, createdAt, expiresAt };
    },
    /** Replaces a token's secret; the old one ends at once. */
    *renew({ id, resource }: { id: string; resource: string }, kind: CallerKind): Steps<string> {
      const token = prefixes[kind] + makeSecret();
      yield* replace({ id, hash: hashSecret(token), prefix: token.slice(0, prefixLength), resource });
      return token;
    },
    /** Ends a token for its holder; returns whether there was one. */
    *revoke(token: string): Steps<boolean> {
      const ended = yield* endByHash({ hash: hashSecret(token) });
      yield* appActions.end(ended, { by: 'app', at: toIso(clock()) });
      return ended.length > 0;
    },
    revokeById: (id: string) => removeById({ id }),
    /**
     * Ends an account's tokens and sessions, except `except`, and drops unfetched approvals; returns how many tokens.
     */
    *revokeAll(accountId: string, { except = '', ...ending }: RevokeAll = {}): Steps<number> {
      yield* removeApproved({ accountId });
      const ended = yield* endAll({ accountId, exceptId: except });
      const { by } = ending;
      if (by !== undefined) yield* appActions.end(ended, { ...ending, by, at: toIso(clock()) });
      return ended.length;
    },
  };
}

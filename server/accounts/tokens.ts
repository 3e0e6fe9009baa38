import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { toIso } from '../clock.ts';
import { scopes as allScopes, type Scope } from '../contract/common.ts';
import type { CallerKind } from '../contract/define.ts';
import { limits } from '../contract/limits.ts';
import type { Db } from '../db/open-database.ts';

export type Caller = {
  readonly kind: CallerKind;
  readonly tokenId: string;
  readonly accountId: string;
  readonly scopes: readonly string[];
};

export type NewToken = {
  readonly kind: CallerKind;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[] | 'all';
};

export type Tokens = {
  issue(token: NewToken): { token: string; id: string; expiresAt: string };
  find(token: string): Caller | null;
  revoke(token: string): void;
  revokeById(tokenId: string): void;
};

const prefixes = { user: 'lsu_', plugin: 'lsp_', apiKey: 'lsk_', session: 'lss_' } as const;
const lifetimes = {
  user: limits.token.user,
  plugin: limits.token.plugin,
  apiKey: limits.token.plugin,
  session: limits.token.session,
} as const;

/** The SHA-256 under which a secret is kept; the secret itself is never stored. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

/** 256 random bits as base64url text. */
export const makeSecret = () => randomBytes(32).toString('base64url');

type Row = { id: string; kind: CallerKind; account_id: string; scopes: string };

export function createTokens(db: Db, clock: Clock): Tokens {
  const insert = db.prepare(
    'INSERT INTO token (id, hash, kind, account_id, name, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const select = db.prepare<[Buffer, string], Row>(
    `SELECT token.id, token.kind, token.account_id, token.scopes FROM token JOIN account ON account.id = token.account_id
     WHERE token.hash = ? AND token.expires_at > ? AND account.is_disabled = 0`,
  );
  const removeByHash = db.prepare('DELETE FROM token WHERE hash = ?');
  const removeById = db.prepare('DELETE FROM token WHERE id = ?');

  return {
    issue({ kind, accountId, name, scopes }) {
      const token = prefixes[kind] + makeSecret();
      const id = randomUUID();
      const now = clock();
      const expiresAt = toIso(now + lifetimes[kind]);
      const granted = scopes === 'all' ? allScopes : scopes;
      insert.run(
        id,
        hashSecret(token),
        kind,
        accountId,
        name,
        JSON.stringify(granted),
        toIso(now),
        expiresAt,
      );
      return { token, id, expiresAt };
    },
    find(token) {
      const row = select.get(hashSecret(token), toIso(clock()));
      if (!row) return null;
      return { kind: row.kind, tokenId: row.id, accountId: row.account_id, scopes: JSON.parse(row.scopes) };
    },
    revoke: (token) => void removeByHash.run(hashSecret(token)),
    revokeById: (tokenId) => void removeById.run(tokenId),
  };
}

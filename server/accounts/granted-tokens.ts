import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { toUsd } from '../base/money.ts';
import type { ApiKey, ConnectedApp } from '../contract/account-access.ts';
import { AppError } from '../contract/errors.ts';
import { type AppFacts, never } from './tokens.ts';

type Kind = 'apiKey' | 'plugin';

export type GrantedTokens = {
  apiKeys(accountId: string): ApiKey[];
  apps(accountId: string): ConnectedApp[];
  /** Acts on the next call. Throws NOT_FOUND for what is not this account's, like for what never was. */
  revoke(token: { id: string; accountId: string; kind: Kind }): void;
};

type Row = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string | null;
  readonly scopes: string;
  readonly app: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly capCents: number | null;
  readonly spentCents: number;
  readonly asksFirst: number;
};

/** What an app said of itself when it asked; apps from before that was kept have only their name. */
function toApp({ id, name, app, scopes, createdAt, expiresAt }: Row): ConnectedApp {
  const unknown: AppFacts = { appSlug: '', appName: name, appVersion: '', pluginFamily: '', deviceName: '' };
  const facts: AppFacts = app === null ? unknown : JSON.parse(app);
  return { id, name, ...facts, scopes: JSON.parse(scopes), createdAt, expiresAt };
}

function toApiKey({ id, name, prefix, createdAt, expiresAt, capCents, spentCents, asksFirst }: Row): ApiKey {
  return {
    id,
    name,
    prefix: prefix ?? '',
    createdAt,
    expiresAt: expiresAt === never ? null : expiresAt,
    spendingCapUsd: capCents === null ? null : toUsd(capCents),
    spentUsd: toUsd(spentCents),
    asksFirst: asksFirst === 1,
  };
}

/** The keys and apps that may act for an account, as their owner sees them. */
export function createGrantedTokens(db: Db, clock: Clock): GrantedTokens {
  const select = db.prepare<[string, Kind, string], Row>(
    `SELECT id, name, prefix, scopes, app, created_at AS createdAt, expires_at AS expiresAt,
       spending_cap_cents AS capCents,
       EXISTS (SELECT 1 FROM key_asks_first WHERE token_id = token.id) AS asksFirst,
       (SELECT coalesce(-sum(amount_cents), 0) FROM ledger WHERE ledger.token_id = token.id) AS spentCents
     FROM token WHERE account_id = ? AND kind = ? AND expires_at > ? ORDER BY created_at DESC, id`,
  );
  const remove = db.prepare('DELETE FROM token WHERE id = ? AND account_id = ? AND kind = ?');
  const list = (accountId: string, kind: Kind) => select.all(accountId, kind, toIso(clock()));

  return {
    apiKeys: (accountId) => list(accountId, 'apiKey').map(toApiKey),
    apps: (accountId) => list(accountId, 'plugin').map(toApp),
    revoke({ id, accountId, kind }) {
      if (remove.run(id, accountId, kind).changes === 1) return;
      const what = kind === 'apiKey' ? 'API key' : 'app';
      throw new AppError('NOT_FOUND', `You have no such ${what}. Refresh the list.`);
    },
  };
}

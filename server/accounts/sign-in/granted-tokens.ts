import { type Clock, toIso } from '../../base/clock.ts';
import { toUsd } from '../../base/money.ts';
import { type AccountStore, turnOf } from '../../base/store/account-store.ts';
import { type Steps, selectAll } from '../../base/store/steps.ts';
import type { ApiKey, ConnectedApp } from '../../contract/accounts/account-access.ts';
import { AppError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import { type AppFacts, endTokens, never } from '../access/tokens.ts';
import { appActions } from '../audit/app-actions.ts';

type Kind = 'apiKey' | 'plugin';

export type GrantedTokens = ReturnType<typeof createGrantedTokens>;

/** A token as the database has it: scopes and app are JSON. */
export type TokenRow = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string | null;
  readonly scopes: string;
  readonly app: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly capCents: number | null;
  readonly asksFirst: number;
};
type Row = TokenRow & { readonly spentCents: number };

/** The app's own description from its request; older apps have only a name. */
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

const select = selectAll<{ accountId: string; kind: string; now: string }, Row>(
  `SELECT id, name, prefix, scopes, app, created_at AS "createdAt", expires_at AS "expiresAt",
     spending_cap_cents AS "capCents",
     (SELECT count(*) FROM key_asks_first WHERE token_id = token.id) AS "asksFirst",
     (SELECT coalesce(-sum(amount_cents), 0) FROM ledger WHERE ledger.token_id = token.id) AS "spentCents"
   FROM token WHERE account_id = @accountId AND kind = @kind AND expires_at > @now ORDER BY created_at DESC, id`,
);
type OwnToken = { id: string; accountId: string; kind: Kind };
const remove = endTokens<OwnToken>('id = @id AND account_id = @accountId AND kind = @kind');

export function createGrantedTokens(store: AccountStore, clock: Clock) {
  function* end(token: OwnToken): Steps<number> {
    const ended = yield* remove(token);
    yield* appActions.end(ended, { by: 'person', at: toIso(clock()) });
    return ended.length;
  }
  const list = (accountId: string, kind: Kind) => store.run(select({ accountId, kind, now: toIso(clock()) }));
  return {
    apiKeys: async (accountId: string) => (await list(accountId, 'apiKey')).map(toApiKey),
    apps: async (accountId: string) => (await list(accountId, 'plugin')).map(toApp),
    /** Takes effect on the next request. Throws NOT_FOUND for another account's token, as for an unknown one. */
    async revoke(token: OwnToken) {
      if ((await store.transaction(turnOf(token.accountId), end(token))) === 1) return;
      const what = token.kind === 'apiKey' ? 'API key' : 'app';
      throw new AppError('NOT_FOUND', sentence`You have no such ${{ what }}. Refresh the list.`);
    },
  };
}

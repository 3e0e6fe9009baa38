import { type Clock, toIso } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { toUsd } from '../base/money.ts';
import type { AgentPlans } from '../billing/agent-plans.ts';
import type { Balances } from '../billing/ledger.ts';
import { toTransaction } from '../billing/to-transaction.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import type { AccountData } from '../contract/account-data.ts';
import type { User } from '../contract/accounts.ts';
import type { AuditLog } from './audit-log.ts';
import type { ModelLists } from './model-lists.ts';
import type { SavedSearches } from './saved-searches.ts';
import { addressOfPlace } from './sign-in-places.ts';
import { hashEmail } from './wrong-passwords.ts';

type Parts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly ledger: Balances;
  readonly unlocks: Unlocks;
  readonly plans: AgentPlans;
  readonly lists: ModelLists;
  readonly searches: SavedSearches;
  readonly auditLog: AuditLog;
};

type TokenRow = {
  readonly id: string;
  readonly kind: 'user' | 'plugin' | 'apiKey' | 'session';
  readonly name: string;
  readonly prefix: string | null;
  readonly scopes: string;
  readonly app: string | null;
  readonly capCents: number | null;
  readonly asksFirst: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly lastAddress: string | null;
};
type PlaceRow = { readonly place: string; readonly firstAt: string; readonly lastAt: string };

const kinds = { session: 'browser', user: 'program', plugin: 'app', apiKey: 'apiKey' } as const;
const everything = { limit: -1, offset: 0 };

const toStoredToken = ({ kind, scopes, app, capCents, asksFirst, ...row }: TokenRow) => ({
  ...row,
  kind: kinds[kind],
  scopes: JSON.parse(scopes),
  app: app === null ? null : JSON.parse(app),
  spendingCapUsd: capCents === null ? null : toUsd(capCents),
  asksFirst: asksFirst === 1,
});

/** Reads everything that is stored about an account, for the person that it is of. */
export function createAccountData({ db, clock, ledger, unlocks, plans, lists, searches, auditLog }: Parts) {
  const createdAt = db.prepare<[string], string>('SELECT created_at FROM account WHERE id = ?').pluck();
  const tokens = db.prepare<[string], TokenRow>(
    `SELECT id, kind, name, prefix, scopes, app, spending_cap_cents AS capCents,
       EXISTS (SELECT 1 FROM key_asks_first WHERE key_asks_first.token_id = token.id) AS asksFirst,
       created_at AS createdAt, expires_at AS expiresAt, used_at AS lastUsedAt, address AS lastAddress
     FROM token LEFT JOIN token_use ON token_use.token_id = token.id
     WHERE account_id = ? ORDER BY created_at, id`,
  );
  const places = db.prepare<[string], PlaceRow>(
    `SELECT place, first_at AS firstAt, last_at AS lastAt FROM sign_in_place WHERE account_id = ? ORDER BY last_at`,
  );
  const wrong = db.prepare<[Buffer], { place: string; at: number }>(
    'SELECT place, at FROM wrong_password WHERE email_hash = ? ORDER BY at',
  );
  const signIns = db.prepare<[string], AccountData['appSignIns'][number]>(
    `SELECT app_name AS appName, device_name AS deviceName, address, started_at AS startedAt
     FROM sign_in WHERE account_id = ? ORDER BY started_at`,
  );
  const publishes = db.prepare<[string], AccountData['publishes'][number]>(
    `SELECT guid, json_extract(product, '$.title') AS title, state, made_at AS at
     FROM publish WHERE account_id = ? ORDER BY made_at, id`,
  );
  const uploads = db.prepare<[string], { relativePath: string; sizeBytes: number; expiresAt: number }>(
    `SELECT relative_path AS relativePath, size_bytes AS sizeBytes, expires_at AS expiresAt
     FROM upload WHERE account_id = ? ORDER BY rowid`,
  );
  const invitation = db.prepare<[string], NonNullable<AccountData['invitation']>>(
    'SELECT note, made_at AS madeAt, used_at AS usedAt FROM invitation WHERE used_by = ?',
  );

  return (user: User): AccountData => ({
    exportedAt: toIso(clock()),
    account: { ...user, createdAt: createdAt.get(user.id) ?? '' },
    balanceUsd: toUsd(ledger.balance(user.id)),
    transactions: ledger.list(user.id, everything).map(toTransaction),
    unlocks: unlocks.list(user.id, everything).map(({ isRemoved: _, ...unlock }) => unlock),
    ...lists.readAll(user.id),
    savedSearches: searches.list(user.id).map(({ id: _, ...search }) => search),
    tokens: tokens.all(user.id).map(toStoredToken),
    publishes: publishes.all(user.id),
    uploads: uploads
      .all(user.id)
      .map(({ expiresAt, ...upload }) => ({ ...upload, expiresAt: toIso(expiresAt) })),
    agentPlans: plans.all(user.id),
    appSignIns: signIns.all(user.id),
    signInPlaces: places
      .all(user.id)
      .map(({ place, ...times }) => ({ address: addressOfPlace(place), ...times })),
    wrongPasswords: wrong
      .all(hashEmail(user.email))
      .map(({ place, at }) => ({ address: addressOfPlace(place), at: toIso(at) })),
    invitation: invitation.get(user.id) ?? null,
    auditLog: auditLog.listInvolving(user.id),
  });
}

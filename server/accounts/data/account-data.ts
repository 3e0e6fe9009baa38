import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import { toUsd } from '../../base/money.ts';
import { type Steps, selectAll, selectOne } from '../../base/store/steps.ts';
import type { AgentPlans } from '../../billing/agent-plans.ts';
import { ledger } from '../../billing/ledger.ts';
import { toTransaction } from '../../billing/to-transaction.ts';
import { unlockRows } from '../../billing/unlocks.ts';
import type { AccountData } from '../../contract/account-data.ts';
import type { User } from '../../contract/accounts/accounts.ts';
import { auditLog } from '../audit/audit-log.ts';
import { readLists } from '../lists/model-lists.ts';
import { readNotes } from '../lists/own-notes.ts';
import { readOwnProjects } from '../lists/projects.ts';
import { readSearches } from '../lists/saved-searches.ts';
import { readShares } from '../lists/shares.ts';
import type { TokenRow } from '../sign-in/granted-tokens.ts';
import { addressOfPlace } from '../sign-in/sign-in-places.ts';
import { hashEmail } from '../sign-in/wrong-passwords.ts';

type Parts = Pick<Core, 'db' | 'store' | 'clock'> & {
  readonly plans: AgentPlans;
};

type UsedToken = TokenRow & {
  readonly kind: 'user' | 'plugin' | 'apiKey' | 'session';
  readonly lastUsedAt: string | null;
  readonly lastAddress: string | null;
};
type PlaceRow = { readonly place: string; readonly firstAt: string; readonly lastAt: string };

const kinds = { session: 'browser', user: 'program', plugin: 'app', apiKey: 'apiKey' } as const;
const everything = { limit: 10_000_000, offset: 0 };

const toStoredToken = ({ kind, scopes, app, capCents, asksFirst, ...row }: UsedToken) => ({
  ...row,
  kind: kinds[kind],
  scopes: JSON.parse(scopes),
  app: app === null ? null : JSON.parse(app),
  spendingCapUsd: capCents === null ? null : toUsd(capCents),
  asksFirst: asksFirst === 1,
});

const selectCreated = selectOne<{ id: string }, { readonly createdAt: string }>(
  'SELECT created_at AS "createdAt" FROM account WHERE id = @id',
);
const selectTokens = selectAll<{ id: string }, UsedToken>(
  `SELECT id, kind, name, prefix, scopes, app, spending_cap_cents AS "capCents",
     (SELECT count(*) FROM key_asks_first WHERE key_asks_first.token_id = token.id) AS "asksFirst",
     created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "lastUsedAt", address AS "lastAddress"
   FROM token LEFT JOIN token_use ON token_use.token_id = token.id
   WHERE account_id = @id ORDER BY created_at, id`,
);
const selectPlaces = selectAll<{ id: string }, PlaceRow>(
  `SELECT place, first_at AS "firstAt", last_at AS "lastAt" FROM sign_in_place WHERE account_id = @id ORDER BY last_at`,
);
const selectWrong = selectAll<{ hash: Buffer }, { readonly place: string; readonly at: number }>(
  'SELECT place, at FROM wrong_password WHERE email_hash = @hash ORDER BY at',
);
const selectSignIns = selectAll<{ id: string }, AccountData['appSignIns'][number]>(
  `SELECT app_name AS "appName", device_name AS "deviceName", address, started_at AS "startedAt"
   FROM sign_in WHERE account_id = @id ORDER BY started_at`,
);
const selectInvitation = selectOne<{ id: string }, NonNullable<AccountData['invitation']>>(
  'SELECT note, made_at AS "madeAt", used_at AS "usedAt" FROM invitation WHERE used_by = @id',
);

export function createAccountData({ db, store, clock, plans }: Parts) {
  const publishes = db.prepare<[string], AccountData['publishes'][number]>(
    `SELECT guid, json_extract(product, '$.title') AS title, state, made_at AS at
     FROM publish WHERE account_id = ? ORDER BY made_at, id`,
  );
  const uploads = db.prepare<[string], { relativePath: string; sizeBytes: number; expiresAt: number }>(
    `SELECT relative_path AS relativePath, size_bytes AS sizeBytes, expires_at AS expiresAt
     FROM upload WHERE account_id = ? ORDER BY rowid`,
  );
  function* read(user: User): Steps<AccountData> {
    const { id } = user;
    return {
      exportedAt: toIso(clock()),
      account: { ...user, createdAt: (yield* selectCreated({ id }))?.createdAt ?? '' },
      balanceUsd: toUsd(yield* ledger.balance(id)),
      transactions: (yield* ledger.list(id, everything)).map(toTransaction),
      unlocks: [...(yield* unlockRows.list(id, everything))],
      ...(yield* readLists(id)),
      ...(yield* readNotes(id)),
      ...(yield* readOwnProjects(id)),
      savedSearches: (yield* readSearches(id)).map(({ id: _, ...search }) => search),
      shares: yield* readShares(id),
      tokens: (yield* selectTokens({ id })).map(toStoredToken),
      publishes: publishes.all(id),
      uploads: uploads
        .all(id)
        .map(({ expiresAt, ...upload }) => ({ ...upload, expiresAt: toIso(expiresAt) })),
      agentPlans: yield* plans.all(id),
      appSignIns: [...(yield* selectSignIns({ id }))],
      signInPlaces: (yield* selectPlaces({ id })).map(({ place, ...times }) => ({
        address: addressOfPlace(place),
        ...times,
      })),
      wrongPasswords: (yield* selectWrong({ hash: hashEmail(user.email) })).map(({ place, at }) => ({
        address: addressOfPlace(place),
        at: toIso(at),
      })),
      invitation: yield* selectInvitation({ id }),
      auditLog: yield* auditLog.listInvolving(id),
    };
  }
  return (user: User): Promise<AccountData> => store.run(read(user));
}

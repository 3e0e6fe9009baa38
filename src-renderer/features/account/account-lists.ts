import type { ApiKey, ConnectedApp } from '../../../server/contract/accounts/account-access.ts';
import type { AccountSession } from '../../../server/contract/accounts/account-sessions.ts';
import type { Transaction } from '../../../server/contract/accounts/accounts.ts';
import type { Share } from '../../../server/contract/accounts/shares.ts';
import type { OutputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { createPagedRows, type PagedRowsStore } from '../../data/paged-rows.ts';

export type Entitlement = OutputOf<'entitlements'>['entitlements'][number];
export type AccountApi = Api<
  | 'transactions'
  | 'entitlements'
  | 'apiKeys'
  | 'createApiKey'
  | 'revokeApiKey'
  | 'apps'
  | 'revokeApp'
  | 'changePassword'
  | 'accountSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'shares'
  | 'endShare'
  | 'deleteAccount'
>;
export type AccountLists = {
  readonly unlocks: PagedRowsStore<Entitlement>;
  readonly transactions: PagedRowsStore<Transaction>;
  readonly apiKeys: PagedRowsStore<ApiKey>;
  readonly apps: PagedRowsStore<ConnectedApp>;
  readonly sessions: PagedRowsStore<AccountSession>;
  readonly shares: PagedRowsStore<Share>;
};

const pageSize = 10;
/** Pictures in rows of 2, 3, 4 or 6. */
const unlocksAtOnce = 24;

export function createUnlockRows(api: Api<'entitlements'>): PagedRowsStore<Entitlement> {
  return createPagedRows({
    pageSize: unlocksAtOnce,
    load: async (page) => {
      const { entitlements, total } = await api.call('entitlements', page);
      return { rows: entitlements, total };
    },
  });
}

/** An account's unlocks, movements, keys, apps and sessions. */
export function createAccountLists(api: AccountApi): AccountLists {
  return {
    unlocks: createUnlockRows(api),
    transactions: createPagedRows({
      pageSize,
      load: async (page) => {
        const { transactions, total } = await api.call('transactions', page);
        return { rows: transactions, total };
      },
    }),
    apiKeys: createWhole(async () => (await api.call('apiKeys')).apiKeys),
    apps: createWhole(async () => (await api.call('apps')).apps),
    sessions: createWhole(async () => (await api.call('accountSessions')).sessions),
    shares: createWhole(async () => (await api.call('shares')).shares),
  };
}

/** A list that the server answers in one piece, shown in pages all the same. */
function createWhole<Row>(load: () => Promise<readonly Row[]>): PagedRowsStore<Row> {
  return createPagedRows({
    pageSize,
    load: async ({ limit, offset }) => {
      const rows = await load();
      return { rows: rows.slice(offset, offset + limit), total: rows.length };
    },
  });
}

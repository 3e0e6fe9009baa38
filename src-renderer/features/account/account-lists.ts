import type { OutputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { createPagedRows, createWholeRows } from '../../data/paged-rows.ts';

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
export type AccountLists = ReturnType<typeof createAccountLists>;

const pageSize = 10;
/** Fills rows of 2, 3, 4 or 6 pictures. */
const unlocksAtOnce = 24;

export const createUnlockRows = (api: Api<'entitlements'>) =>
  createPagedRows(unlocksAtOnce, async (page) => {
    const { entitlements: rows, total } = await api.call('entitlements', page);
    return { rows, total };
  });

export const createAccountLists = (api: AccountApi) => ({
  unlocks: createUnlockRows(api),
  transactions: createPagedRows(pageSize, async (page) => {
    const { transactions: rows, total } = await api.call('transactions', page);
    return { rows, total };
  }),
  apiKeys: createWholeRows(async () => (await api.call('apiKeys')).apiKeys, pageSize),
  apps: createWholeRows(async () => (await api.call('apps')).apps, pageSize),
  sessions: createWholeRows(async () => (await api.call('accountSessions')).sessions, pageSize),
  shares: createWholeRows(async () => (await api.call('shares')).shares, pageSize),
});

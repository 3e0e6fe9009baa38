import type { Callers } from '../accounts/access/callers.ts';
import { toUsd } from '../base/money.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import { capLeft, type Unlocks } from '../billing/unlocks.ts';
import type { Exchange } from './exchange.ts';

type Payer = {
  readonly balanceUsd: number;
  readonly capLeftUsd: number | null;
  readonly owns: (guid: string) => Promise<boolean>;
};
/** The payer of a connection's downloads; null if no account is known, or models have no prices. */
export type FindPayer = (exchange: Exchange) => Promise<Payer | null>;

type Parts = {
  readonly callers: Callers;
  readonly unlocks: Unlocks;
  readonly store: AccountStore;
  readonly hasPrices: boolean;
};

export const createFindPayer =
  ({ callers, unlocks, store, hasPrices }: Parts): FindPayer =>
  async ({ bearer }) => {
    if (bearer === null || !hasPrices) return null;
    await callers.know(bearer);
    const caller = callers.find(bearer);
    if (caller === null || !caller.scopes.includes('download:direct')) return null;
    const { accountId, tokenId } = caller;
    const left = await store.run(capLeft(tokenId));
    return {
      balanceUsd: toUsd(await unlocks.balance(accountId)),
      capLeftUsd: left === null ? null : toUsd(left),
      owns: async (guid) => (await unlocks.owned(accountId, guid)) !== null,
    };
  };

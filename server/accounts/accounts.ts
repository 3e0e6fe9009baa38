import type { FastifyInstance } from 'fastify';
import type { Core } from '../base/core.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import { limitHere, type OpenLimiter } from '../base/http/rate-limit.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import type { AgentPlans } from '../billing/agent-plans.ts';
import { openBilling } from '../billing/billing.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import { type Callers, createCallers } from './access/callers.ts';
import { createHolders, createTokenLife, type Holder } from './access/token-life.ts';
import { createTokenUses, type TokenUses } from './access/token-uses.ts';
import { createRights, type Rights, readRights } from './rights/rights.ts';
import { createWrongPasswords, type WrongPasswords } from './sign-in/wrong-passwords.ts';

/**
 * Interface to the storage of accounts, with their tokens, money and lists: the data folder's database, or PostgreSQL,
 * shared by any number of sites. The rules above are the same; performance differences stay behind it.
 */
export type Accounts = {
  readonly store: AccountStore;
  readonly callers: Callers;
  /** Whether a token is still valid for its account. */
  readonly isTokenAlive: (tokenId: string) => boolean;
  readonly rights: Rights;
  /** Account behind a token or a shared link; null if unknown. */
  readonly holderOf: (tokenId: string) => Holder | null;
  readonly plans: AgentPlans;
  readonly unlocks: Unlocks;
  readonly uses: TokenUses;
  readonly wrongPasswords: WrongPasswords;
  /** Counts uses across all servers that share the accounts. */
  readonly openLimiter: OpenLimiter;
  /** The same for network addresses; null if each server counts alone. */
  readonly openAddressLimiter: OpenLimiter | null;
  /** Calls back when another server changed data of this kind that is cached elsewhere. */
  onChange(subject: 'pins' | 'rights', listener: () => void): void;
  /** Call before adding routes. */
  attach(http: FastifyInstance): void;
  /** Resolves once all charges are committed. */
  close(): Promise<void>;
};

export type AccountParts = Pick<Core, 'db' | 'clock'> & {
  readonly log: { error(details: object, message: string): void };
  readonly storage: Pick<Storage, 'refusal' | 'explain'>;
};

export function openLocalAccounts({ db, clock, log, storage }: AccountParts): Accounts {
  const billing = openBilling({ main: db, clock, log, storage });
  const { store, plans, unlocks } = billing;
  return {
    ...{ store, plans, unlocks },
    callers: createCallers(db, clock),
    isTokenAlive: createTokenLife(db, clock),
    holderOf: createHolders(db),
    rights: createRights({ db, source: readRights(db) }),
    uses: createTokenUses({ ...billing, clock }),
    wrongPasswords: createWrongPasswords(store, clock),
    openLimiter: limitHere(clock),
    openAddressLimiter: null,
    onChange: () => {}, // not cached: read from the database each time
    attach: () => {},
    close: billing.close,
  };
}

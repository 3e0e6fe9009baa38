import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import type { Db } from '../base/db/open-database.ts';
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
 * The port to where accounts are kept, with their tokens, money and lists: the database of the data folder, or PostgreSQL,
 * which any number of sites share. The rules above it are the same; what is fast in one and not in the other is behind it.
 */
export type Accounts = {
  readonly store: AccountStore;
  readonly callers: Callers;
  /** Whether a token still speaks for its account. */
  readonly isTokenAlive: (tokenId: string) => boolean;
  readonly rights: Rights;
  /** Whose a token, or a link that an account shared, is; null where that is not known. */
  readonly holderOf: (tokenId: string) => Holder | null;
  readonly plans: AgentPlans;
  readonly unlocks: Unlocks;
  readonly uses: TokenUses;
  readonly wrongPasswords: WrongPasswords;
  /** Counts uses for all servers that share the accounts. */
  readonly openLimiter: OpenLimiter;
  /** The same for the addresses of requests; null where each server counts for itself. */
  readonly openAddressLimiter: OpenLimiter | null;
  /** Calls back when something that is kept in memory elsewhere was changed by another server; `subject` is what. */
  onChange(subject: 'pins' | 'rights', listener: () => void): void;
  /** To be called before any route is added. */
  attach(http: FastifyInstance): void;
  /** Settles when everything that was charged is committed. */
  close(): Promise<void>;
};

export type AccountParts = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
  readonly storage: Pick<Storage, 'refusal' | 'explain'>;
};

/** Accounts in the database of the data folder. */
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
    onChange: () => {}, // it is read from the database each time
    attach: () => {},
    close: billing.close,
  };
}

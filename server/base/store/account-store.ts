import type { Steps } from './steps.ts';

/** Storage of accounts and all that belongs to them: the data folder's database, or one that many servers share. */
export type AccountStore = {
  /** Runs steps that read, or change with one statement. */
  run<Result>(steps: Steps<Result>): Promise<Result>;
  /**
   * Runs steps as one transaction, durable on return. Transactions with the same `turn` run one after the other on all
   * servers, so that what one has read stays true until it writes.
   */
  transaction<Result>(turn: string, steps: Steps<Result>): Promise<Result>;
};

/** The turn for what concerns several accounts: who is an admin, which e-mails are taken, who can register. */
export const everyone = 'accounts';
export const turnOf = (accountId: string) => `account ${accountId}`;

import type { Steps } from './steps.ts';

/** Where accounts are kept, with everything that belongs to them: in the database of the data folder, or in one that many servers share. */
export type AccountStore = {
  /** Reads, or changes with one statement. */
  run<Result>(steps: Steps<Result>): Promise<Result>;
  /**
   * Runs steps as one transaction: all of it or nothing, durable when it answers. Those with the same `turn` run one after
   * the other, whichever servers they are of, so that what one has read stays true until it is written.
   */
  transaction<Result>(turn: string, steps: Steps<Result>): Promise<Result>;
};

/** The turn of what concerns more than one account: who is an admin, which e-mails are taken, who may register. */
export const everyone = 'accounts';
export const turnOf = (accountId: string) => `account ${accountId}`;

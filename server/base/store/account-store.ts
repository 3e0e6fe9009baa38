import type { Steps } from './steps.ts';

/** Storage of accounts and all that belongs to them: the data folder's database, or one that many servers share. */
export type AccountStore = {
  /** Runs steps that read, or change with one statement. */
  run<Result>(steps: Steps<Result>): Promise<Result>;
  /** Runs steps as one durable transaction; those with the same `turn` run one after the other, across servers. */
  transaction<Result>(turn: string, steps: Steps<Result>): Promise<Result>;
};

/** The turn for what concerns several accounts: who is an admin, which e-mails are taken, who can register. */
export const everyone = 'accounts';
export const turnOf = (accountId: string) => `account ${accountId}`;

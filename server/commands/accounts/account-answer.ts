import type { AccountSummary } from '../../admin/account-directory.ts';
import { toUsd } from '../../billing/ledger.ts';
import type { CommandAnswer } from '../define-command.ts';

/** What a changed account is now: a sentence for people, the account for programs. */
export function answerAccount(account: AccountSummary, sentence: string): CommandAnswer {
  const { balanceCents, ...rest } = account;
  return { text: sentence, json: { account: { ...rest, balanceUsd: toUsd(balanceCents) } } };
}

export const usdOf = (cents: number) => `$${toUsd(cents).toFixed(2)}`;

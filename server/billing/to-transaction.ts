import { toUsd } from '../base/money.ts';
import type { Transaction } from '../contract/accounts/accounts.ts';
import type { LedgerRow } from './ledger.ts';

export const toTransaction = (row: LedgerRow): Transaction => ({
  id: String(row.id),
  ...(row.guid !== null && { guid: row.guid }),
  kind: row.kind,
  amountUsd: toUsd(row.amountCents),
  balanceUsd: toUsd(row.balanceCents),
  reason: row.reason,
  ...(row.tokenId !== null && { tokenId: row.tokenId }),
  at: row.at,
});

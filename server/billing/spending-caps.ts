import { formatUsd, toUsd } from '../base/money.ts';
import { AppError } from '../contract/errors.ts';
import type { MoneyDb } from './money-connection.ts';

export type SpendingCaps = {
  /** Throws FORBIDDEN where the token has a cap and would have charged more than it with these cents. */
  require(tokenId: string, cents: number): void;
};

type Row = { readonly name: string; readonly capCents: number; readonly spentCents: number };

/** What a key may charge in its whole life; asked inside the transaction that charges. */
export function createSpendingCaps(db: MoneyDb): SpendingCaps {
  const select = db.prepare<[string], Row>(
    `SELECT name, spending_cap_cents AS capCents,
       (SELECT coalesce(-sum(amount_cents), 0) FROM ledger WHERE ledger.token_id = token.id) AS spentCents
     FROM token WHERE id = ? AND spending_cap_cents IS NOT NULL`,
  );
  return {
    require(tokenId, cents) {
      const row = cents > 0 ? select.get(tokenId) : undefined;
      if (!row || row.spentCents + cents <= row.capCents) return;
      const { name, capCents, spentCents } = row;
      throw new AppError(
        'FORBIDDEN',
        `The API key "${name}" may spend ${formatUsd(capCents)} and has spent ${formatUsd(spentCents)}; this costs ${formatUsd(cents)}. Make a key with a higher cap.`,
        {
          details: {
            spendingCapUsd: toUsd(capCents),
            spentUsd: toUsd(spentCents),
            priceUsd: toUsd(cents),
          },
        },
      );
    },
  };
}

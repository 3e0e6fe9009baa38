import type { Transaction } from '../../../server/contract/accounts/accounts.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import { Said } from '../said.tsx';
import { type Column, DataTable } from './data-table.tsx';

type TransactionTableProps = {
  readonly rows: readonly Transaction[];
  /** Returns the key or app that was charged, if known. */
  readonly findPayer?: (transaction: Transaction) => string | undefined;
};

export function TransactionTable({ rows, findPayer }: TransactionTableProps) {
  const columns: readonly Column<Transaction>[] = [
    { label: t('common.transactions.when'), kind: 'short', cell: ({ at }) => formatDateAndTime(at) },
    {
      label: t('common.transactions.kind'),
      cell: ({ kind }) => <span className="tag">{t(`common.transactions.kinds.${kind}`)}</span>,
    },
    {
      label: t('common.transactions.reason'),
      cell: (transaction) => {
        const payer = findPayer?.(transaction);
        return (
          <>
            <Said>{transaction.reason}</Said>
            {payer !== undefined && (
              <span className="quiet"> · {t('common.transactions.by', { payer })}</span>
            )}
          </>
        );
      },
    },
    {
      label: t('common.transactions.amount'),
      kind: 'number',
      cell: ({ amountUsd }) => (
        <span className={amountUsd > 0 ? 'good' : undefined}>
          {amountUsd > 0 ? '+' : ''}
          {formatUsd(amountUsd)}
        </span>
      ),
    },
    { label: t('common.balance'), kind: 'number', cell: ({ balanceUsd }) => formatUsd(balanceUsd) },
  ];
  return (
    <DataTable label={t('common.transactions.title')} columns={columns} rows={rows} keyOf={({ id }) => id} />
  );
}

import type { Transaction } from '../../server/contract/accounts.ts';
import { formatDateAndTime } from '../lib/format-date.ts';
import { formatUsd } from '../lib/format-price.ts';
import { type Column, DataTable } from './data-table.tsx';
import styles from './transaction-table.module.css';

type TransactionTableProps = {
  readonly rows: readonly Transaction[];
  /** The key or app that charged, where it is known. */
  readonly findPayer?: (transaction: Transaction) => string | undefined;
};

const kinds = { credit: 'Credit', debit: 'Taken back', unlock: 'Unlock' } as const;

/** Rows of a ledger. */
export function TransactionTable({ rows, findPayer }: TransactionTableProps) {
  const columns: readonly Column<Transaction>[] = [
    { label: 'When', kind: 'short', cell: ({ at }) => formatDateAndTime(at) },
    { label: 'Kind', cell: ({ kind }) => <span className="tag">{kinds[kind]}</span> },
    {
      label: 'What',
      cell: (transaction) => {
        const payer = findPayer?.(transaction);
        return (
          <>
            {transaction.reason}
            {payer !== undefined && <span className={styles.payer}> · by {payer}</span>}
          </>
        );
      },
    },
    {
      label: 'Amount',
      kind: 'number',
      cell: ({ amountUsd }) => (
        <span className={amountUsd > 0 ? styles.gain : undefined}>
          {amountUsd > 0 ? '+' : ''}
          {formatUsd(amountUsd)}
        </span>
      ),
    },
    { label: 'Balance', kind: 'number', cell: ({ balanceUsd }) => formatUsd(balanceUsd) },
  ];
  return <DataTable label="Transactions" columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

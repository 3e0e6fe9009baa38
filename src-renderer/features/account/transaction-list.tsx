import { useStore } from 'zustand';
import type { Transaction } from '../../../server/contract/accounts.ts';
import { DataTable } from '../../components/data-table.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import styles from './account.module.css';
import type { AccountLists } from './account-lists.ts';

const kinds = { credit: 'Credit', debit: 'Taken back', unlock: 'Unlock' } as const;

export function TransactionList({ lists }: { readonly lists: AccountLists }) {
  const keys = useStore(lists.apiKeys, ({ rows }) => rows);
  const apps = useStore(lists.apps, ({ rows }) => rows);
  const findPayer = ({ tokenId }: Transaction) => [...keys, ...apps].find(({ id }) => id === tokenId)?.name;
  const columns = [
    { label: 'When', kind: 'short', cell: ({ at }: Transaction) => formatDateAndTime(at) },
    { label: 'Kind', cell: ({ kind }: Transaction) => <span className="tag">{kinds[kind]}</span> },
    {
      label: 'What',
      cell: (transaction: Transaction) => {
        const payer = findPayer(transaction);
        return (
          <>
            {transaction.reason}
            {payer !== undefined && <span className={styles.reason}> · by {payer}</span>}
          </>
        );
      },
    },
    {
      label: 'Amount',
      kind: 'number',
      cell: ({ amountUsd }: Transaction) => (
        <span className={amountUsd > 0 ? styles.gain : undefined}>
          {amountUsd > 0 ? '+' : ''}
          {formatUsd(amountUsd)}
        </span>
      ),
    },
    {
      label: 'Balance',
      kind: 'number',
      cell: ({ balanceUsd }: Transaction) => formatUsd(balanceUsd),
    },
  ] as const;
  return (
    <PagedList
      store={lists.transactions}
      title="Transactions"
      emptyText="Nothing was credited or charged yet."
    >
      {(rows) => <DataTable label="Transactions" columns={columns} rows={rows} keyOf={({ id }) => id} />}
    </PagedList>
  );
}

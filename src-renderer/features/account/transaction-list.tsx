import { useStore } from 'zustand';
import { PagedList } from '../../components/paged-list.tsx';
import { TransactionTable } from '../../components/transaction-table.tsx';
import type { AccountLists } from './account-lists.ts';

export function TransactionList({ lists }: { readonly lists: AccountLists }) {
  const keys = useStore(lists.apiKeys, ({ rows }) => rows);
  const apps = useStore(lists.apps, ({ rows }) => rows);
  return (
    <PagedList
      store={lists.transactions}
      title="Transactions"
      emptyText="Nothing was credited or charged yet."
    >
      {(rows) => (
        <TransactionTable
          rows={rows}
          findPayer={({ tokenId }) => [...keys, ...apps].find(({ id }) => id === tokenId)?.name}
        />
      )}
    </PagedList>
  );
}

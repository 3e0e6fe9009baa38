import type { OutputOf } from '../../../server/contract/index.ts';
import { formatDateAndTime } from '../../lib/format-date.ts';
import { formatUsd } from '../../lib/format-price.ts';
import styles from './account.module.css';

type Transaction = OutputOf<'transactions'>['transactions'][number];
type TransactionTableProps = {
  readonly transactions: readonly Transaction[];
  /** Titles by guid. */
  readonly titles: ReadonlyMap<string, string>;
};

export function TransactionTable({ transactions, titles }: TransactionTableProps) {
  return (
    <section aria-labelledby="transactions">
      <h2 id="transactions">Transactions</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col" className={styles.number}>
              Amount
            </th>
            <th scope="col" className={styles.number}>
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((transaction) => (
            <tr key={transaction.id}>
              <td>{formatDateAndTime(transaction.at)}</td>
              <td>{describe(transaction, titles)}</td>
              <td className={styles.number}>{formatUsd(transaction.amountUsd)}</td>
              <td className={styles.number}>{formatUsd(transaction.balanceUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function describe({ kind, guid }: Transaction, titles: ReadonlyMap<string, string>): string {
  if (kind === 'credit') return 'Credit';
  const title = guid === undefined ? undefined : titles.get(guid);
  return title === undefined ? 'Unlocked a model' : `Unlocked ${title}`;
}

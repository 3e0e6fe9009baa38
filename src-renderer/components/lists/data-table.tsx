import type { ComponentProps, ReactNode } from 'react';
import styles from './data-table.module.css';

export type Column<Row> = {
  readonly label: string;
  /** `short` cells do not wrap; numbers and actions are right-aligned, and the actions' heading is visually hidden. */
  readonly kind?: 'short' | 'number' | 'actions';
  readonly cell: (row: Row) => ReactNode;
};

type DataTableProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly isChosen?: (row: Row) => boolean;
  /** Attributes of the tbody, such as key handlers. */
  readonly body?: ComponentProps<'tbody'>;
};

/** A table; on a phone, each row is a block with the heading before each value. */
export function DataTable<Row>({ label, columns, rows, keyOf, isChosen, body }: DataTableProps<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ label: heading, kind }) => (
              <th key={heading} scope="col" data-kind={kind}>
                <span className={kind === 'actions' ? 'visually-hidden' : undefined}>{heading}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...body}>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-chosen={isChosen?.(row)}>
              {columns.map(({ label: heading, kind, cell }) => (
                <td key={heading} data-kind={kind} data-label={kind === 'actions' ? undefined : heading}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
